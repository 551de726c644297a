import Box from '@mui/material/Box';
import { CountTable } from '#client/ui/count-table.tsx';
import type { CallResult } from '#shared/calls.ts';

/** Shows the downloads per day and app as numbers, without days that have none. */
export function DownloadsTable({ downloads }: { downloads: CallResult<'apps.downloads'> }) {
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
      <CountTable
        name="Day (UTC)"
        rows={downloads.days
          .filter(({ count }) => count > 0)
          .toReversed()
          .map(({ day, count }) => ({ key: day, label: day, count }))}
      />
      <CountTable
        name="App"
        rows={downloads.apps.map(({ appId, name, total }) => ({ key: appId, label: name, count: total }))}
      />
    </Box>
  );
}
