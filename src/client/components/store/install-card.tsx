import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { CopyText } from '#client/ui/copy.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import { groupFingerprint } from '#shared/settings/fingerprint.ts';
import { StorePageButton } from './store-page-button.tsx';

const QrCode = lazyChunk('qr-code', async () => (await import('../qr-code/qr-code.tsx')).QrCode);

export interface InstallCardProps {
  /** The application id of the app whose page the card links to; without one it links to the store's. */
  readonly applicationId?: string;
}

/** Shows where people install from, on a surface of its own. */
export function InstallCard(props: InstallCardProps) {
  return (
    <Section title={t`Install`}>
      <RepositoryAddress {...props} />
    </Section>
  );
}

/** Shows the repository's QR code, address and fingerprint, and links to the public page. */
export function RepositoryAddress({ applicationId }: InstallCardProps) {
  const call = useCallQuery('settings.getRepository', {});
  const { data } = call;
  const access = useCallQuery('settings.get', {}).data?.settings.storeAccess;
  if (data === undefined) {
    return <CallStatus call={call} skeleton={<Skeleton variant="rounded" height={340} />} />;
  }
  return (
    <>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        {t`To install from this store, scan the code with F-Droid or add the address.`}
      </Typography>
      {access === 'readers' && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t`The store is private: clients ask for a user name and a password. Enter any name, and a reader token as the password.`}
        </Alert>
      )}
      <Box sx={{ mb: 2, minHeight: 200, display: 'flex', justifyContent: 'center' }}>
        <Suspense fallback={<Skeleton variant="rounded" width={200} height={200} />}>
          <QrCode text={data.link} label={t`QR code of the repository address`} />
        </Suspense>
      </Box>
      <CopyText label={t`Repository address`} value={data.link} shown={data.address} />
      <CopyText
        label={t`Fingerprint (SHA-256)`}
        value={data.fingerprint}
        shown={groupFingerprint(data.fingerprint)}
      />
      <StorePageButton
        address={data.address}
        {...(applicationId !== undefined && { app: { applicationId, platform: 'android' } })}
      />
    </>
  );
}
