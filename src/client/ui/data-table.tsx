import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useCallback, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import { t } from '#shared/languages/translate.ts';
import { DataRow, type RowDetails, type TableColumn } from './data-row.tsx';
import { type Density, DensityContext, useDensity } from './density.ts';
import { NewRows } from './new-rows.tsx';
import { hiddenBelow, ROW_HEIGHTS, tableStyles } from './table-styles.ts';
import { visuallyHidden } from './visually-hidden.ts';

interface DataTableProps<Row> {
  /** Opens the item of a row, when the row is clicked beside its links and buttons. */
  readonly onOpen?: (row: Row) => void;
  /** More about a row, below it; a click on the row shows and hides it. */
  readonly details?: RowDetails<Row> & {
    /** Names the row in the label of its button: "Details of Ada". */
    readonly nameOf: (row: Row) => string;
  };
  /** Marks the row's element for keys that move between rows. */
  readonly markOf?: (row: Row) => string;
  readonly isSelected?: (row: Row) => boolean;
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** The chosen order. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** The density of this table while the user has chosen none. */
  readonly density?: Density;
}

/** Shows rows in aligned columns, as high as the user prefers; on phones as cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, sort, onSort, details, markOf, isSelected } = props;
  const { setDensity } = useContext(DensityContext);
  const density = useDensity(props.density);
  const ownDensity = useMemo(() => ({ density, setDensity }), [density, setDensity]);
  const open = useLatest(props.onOpen);
  return (
    // Cells lay themselves out as the table does.
    <DensityContext value={ownDensity}>
      <NewRows keys={rows.map(keyOf)} />
      <Paper sx={{ containerType: 'inline-size', overflow: 'clip' }}>
        <Table size="small" aria-label={label} sx={tableStyles(ROW_HEIGHTS[density])}>
          <TableHead>
            <TableRow>
              {columns.map((column, index) => (
                <HeadingCell
                  key={column.label}
                  column={column}
                  isFirst={index === 0}
                  {...(sort !== undefined && { sort })}
                  {...(onSort && { onSort })}
                />
              ))}
              {details && <HeadingCell column={DETAILS} />}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <DataRow
                key={keyOf(row)}
                row={row}
                columns={columns}
                isSelected={isSelected?.(row) ?? false}
                {...(props.onOpen && { onOpen: open })}
                {...(markOf && { mark: markOf(row) })}
                {...(details && {
                  name: details.nameOf(row),
                  Content: details.Content,
                  isOpenFirst: details.isOpenFirst ?? false,
                })}
              />
            ))}
          </TableBody>
        </Table>
      </Paper>
    </DensityContext>
  );
}

/** Returns a function that stays the same, and calls the one of the last render. */
function useLatest<Value>(run: ((value: Value) => void) | undefined): (value: Value) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((value: Value) => latest.current?.(value), []);
}

const DETAILS = { label: t`Details`, isLabelHidden: true, width: 52, cell: () => null } as const;

interface HeadingCellProps<Row> {
  readonly column: TableColumn<Row>;
  readonly isFirst?: boolean;
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
}

function HeadingCell<Row>({ column, isFirst = false, sort, onSort }: HeadingCellProps<Row>) {
  const { label, heading, isLabelHidden = false, width, isNumeric = false, sorts = [] } = column;
  const chosen = sorts.find((one) => one.sort === sort);
  const next = sorts.find((one) => one !== chosen) ?? chosen;
  return (
    <TableCell
      {...(isFirst && { 'data-first': true })}
      align={isNumeric ? 'right' : 'left'}
      sortDirection={chosen?.direction ?? false}
      sx={[
        { color: 'text.secondary', ...(width !== undefined && { width }) },
        hiddenBelow(column.hiddenBelow),
      ]}
    >
      {next === undefined || onSort === undefined ? (
        (heading ??
        (isLabelHidden ? (
          <Box component="span" sx={visuallyHidden}>
            {label}
          </Box>
        ) : (
          label
        )))
      ) : (
        <TableSortLabel
          active={chosen !== undefined}
          direction={(chosen ?? next).direction}
          onClick={() => onSort(next.sort)}
        >
          {label}
        </TableSortLabel>
      )}
    </TableCell>
  );
}
