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

const QrCode = lazyChunk('qr-code', async () => (await import('../qr-code/qr-code.tsx')).QrCode);

/** Shows from which AltStore source people install an iOS app. */
export function SourceCard({ source }: { source: 'classic' | 'pal' }) {
  const call = useCallQuery('settings.getRepository', {});
  const found = call.data?.sources[source];
  return (
    <Section title={t`Install`}>
      {found === undefined ? (
        <CallStatus call={call} skeleton={<Skeleton variant="rounded" height={340} />} />
      ) : (
        <>
          <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
            {t`To install from this store, scan the code on an iPhone or iPad, or add the address as a source.`}
          </Typography>
          <Box sx={{ mb: 2, minHeight: 200, display: 'flex', justifyContent: 'center' }}>
            <Suspense fallback={<Skeleton variant="rounded" width={200} height={200} />}>
              <QrCode text={found.links[0]?.link ?? found.address} label={t`QR code that adds the source`} />
            </Suspense>
          </Box>
          <Box sx={{ mb: 2, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {found.links.map(({ client, link }) => (
              <Button key={client} size="small" variant="outlined" href={link}>
                {t`Add to ${client}`}
              </Button>
            ))}
          </Box>
          <CopyText label={t`Source address`} value={found.address} />
        </>
      )}
    </Section>
  );
}
