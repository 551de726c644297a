import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { CallResult } from '#shared/calls.ts';

/** Downloads a day and app by app, as numbers; days without any are left out. */
export function DownloadsTable({ downloads }: { downloads: CallResult<'apps.downloads'> }) {
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
      <Numbers
        name="Day (UTC)"
        rows={downloads.days
          .filter(({ count }) => count > 0)
          .toReversed()
          .map(({ day, count }) => ({ key: day, label: day, count }))}
      />
      <Numbers
        name="App"
        rows={downloads.apps.map(({ appId, name, total }) => ({ key: appId, label: name, count: total }))}
      />
    </Box>
  );
}

interface NumbersProps {
  readonly name: string;
  readonly rows: readonly { readonly key: string; readonly label: string; readonly count: number }[];
}

function Numbers({ name, rows }: NumbersProps) {
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>{name}</TableCell>
          <TableCell align="right">Downloads</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ key, label, count }) => (
          <TableRow key={key}>
            <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
              {label}
            </TableCell>
            <TableCell align="right">{count.toLocaleString('en')}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
