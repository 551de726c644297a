import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { formatNumber, t } from '#shared/languages/translate.ts';

interface CountTableProps {
  /** The heading of the column with the labels, and the table's name. */
  readonly name: string;
  readonly rows: readonly { readonly key: string; readonly label: string; readonly count: number }[];
}

/** Shows names with their numbers of downloads. */
export function CountTable({ name, rows }: CountTableProps) {
  return (
    <Table size="small" aria-label={name}>
      <TableHead>
        <TableRow>
          <TableCell>{name}</TableCell>
          <TableCell align="right">{t`Downloads`}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ key, label, count }) => (
          <TableRow key={key}>
            <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
              {label}
            </TableCell>
            <TableCell align="right">{formatNumber(count)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
