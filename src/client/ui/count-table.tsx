import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';

interface CountTableProps {
  /** The heading of the column with the names. */
  readonly name: string;
  readonly rows: readonly { readonly key: string; readonly label: string; readonly count: number }[];
}

/** Shows names with their numbers of downloads. */
export function CountTable({ name, rows }: CountTableProps) {
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
