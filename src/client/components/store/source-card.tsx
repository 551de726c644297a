import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { CopyText } from '#client/ui/copy.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import type { StoreSource } from '#shared/settings/calls.ts';
import { StorePageButton } from './store-page-button.tsx';

const QrCode = lazyChunk('qr-code', async () => (await import('../qr-code/qr-code.tsx')).QrCode);

export interface SourceCardProps {
  /** The bundle id of the app whose page the card links to. */
  readonly applicationId: string;
  readonly source: 'classic' | 'pal';
}

/** Shows the AltStore source that lists an iOS app, and links to its public page. */
export function SourceCard({ applicationId, source }: SourceCardProps) {
  const call = useCallQuery('settings.getRepository', {});
  const access = useCallQuery('settings.get', {}).data?.settings.storeAccess;
  const { data } = call;
  return (
    <Section title={t`Install`}>
      {data === undefined ? (
        <CallStatus call={call} skeleton={<Skeleton variant="rounded" height={340} />} />
      ) : (
        <>
          <Explanation source={source} isPrivate={access === 'readers'} />
          {access !== 'readers' && <AddSource {...data.sources[source]} />}
          <StorePageButton address={data.address} app={{ applicationId, platform: 'ios' }} />
        </>
      )}
    </Section>
  );
}

function Explanation({ source, isPrivate }: Pick<SourceCardProps, 'source'> & { isPrivate: boolean }) {
  if (!isPrivate && source === 'classic') {
    return (
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        {t`To install from this store, scan the code on an iPhone or iPad, or add the address as a source.`}
      </Typography>
    );
  }
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {isPrivate
        ? t`AltStore and SideStore can’t send a reader token, so they can’t read a private store.`
        : t`AltStore PAL shows the app but can’t install it from this store yet. The app’s settings explain why.`}
    </Alert>
  );
}

function AddSource({ address, links }: StoreSource) {
  return (
    <>
      <Box sx={{ mb: 2, minHeight: 200, display: 'flex', justifyContent: 'center' }}>
        <Suspense fallback={<Skeleton variant="rounded" width={200} height={200} />}>
          <QrCode text={links[0]?.link ?? address} label={t`QR code that adds the source`} />
        </Suspense>
      </Box>
      <Box sx={{ mb: 2, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {links.map(({ client, link }) => (
          <Button key={client} size="small" variant="outlined" href={link}>
            {t`Add to ${client}`}
          </Button>
        ))}
      </Box>
      <CopyText label={t`Source address`} value={address} />
    </>
  );
}
