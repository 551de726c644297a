import GlobalStyles from '@mui/material/GlobalStyles';
import { Suspense } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';

/** The accent that the server wrote into the page. */
const pageAccent = getComputedStyle(document.documentElement).getPropertyValue('--accent');

const AccentStyle = lazyChunk(
  'accent-style',
  async () => {
    const { accentStyle } = await import('#shared/settings/accent.ts');
    return ({ accent }: { accent: string }) => <GlobalStyles styles={accentStyle(accent)} />;
  },
  'window',
);

/** Gives the page the store's accent when it is no longer the one that the page was served with. */
export function StoreAccent() {
  const accent = useCallQuery('settings.get', {}).data?.settings.accent ?? pageAccent;
  if (accent === pageAccent) return null;
  return (
    <Suspense>
      <AccentStyle accent={accent} />
    </Suspense>
  );
}
