import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';

const HEIGHT = 320;

const Downloads = lazyChunk('downloads', async () => (await import('./downloads.tsx')).Downloads);

/** Shows the daily downloads of the user's apps. */
export function DownloadsSection() {
  return (
    <Section title={t`Downloads`}>
      <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
        <Downloads />
      </Suspense>
    </Section>
  );
}
