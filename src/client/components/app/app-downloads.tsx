import Box from '@mui/material/Box';
import { SPARKLINE_HEIGHT, Sparkline } from '#client/components/statistics/sparkline.tsx';
import type { App } from '#shared/apps/app.ts';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';

/** The downloads of an app in the last 30 days. */
export type RecentDownloads = CallResult<'apps.dailyDownloads'>['apps'][number];

interface AppDownloadsProps {
  readonly app: App;
  /** Undefined until they're loaded; their space is reserved. */
  readonly downloads: RecentDownloads | undefined;
}

/** Shows an app's downloads of the last 30 days in a list. */
export function AppDownloads({ app, downloads }: AppDownloadsProps) {
  return (
    <Box component="span" sx={{ minHeight: SPARKLINE_HEIGHT, display: 'flex', alignItems: 'center' }}>
      {downloads !== undefined && (
        <Sparkline
          counts={downloads.counts}
          total={downloads.total}
          emptyText={app.status === 'draft' ? t`No downloads yet` : t`None in 30 days`}
        />
      )}
    </Box>
  );
}
