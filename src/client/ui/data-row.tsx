import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { type ComponentType, type MouseEvent, useId, useState } from 'react';
import { t } from '#shared/languages/translate.ts';
import type { TableColumn } from './data-table.tsx';
import { hiddenBelow } from './table-styles.ts';
import { visuallyHidden } from './visually-hidden.ts';

export interface RowOptions<Row> {
  /** Opens the item of a row, when the row is clicked beside its links and buttons. */
  readonly onOpen?: (row: Row) => void;
  /** More about a row, below it; a click on the row shows and hides it. */
  readonly details?: RowDetails<Row>;
  /** Marks the row's element for keys that move between rows. */
  readonly markOf?: (row: Row) => string;
  readonly isSelected?: (row: Row) => boolean;
}

interface RowDetails<Row> {
  /** Names the row in the label of its button: "Details of Ada". */
  readonly nameOf: (row: Row) => string;
  readonly Content: ComponentType<{ readonly row: Row }>;
  readonly isOpenFirst?: boolean;
}

interface DataRowProps<Row> extends RowOptions<Row> {
  readonly row: Row;
  readonly columns: readonly TableColumn<Row>[];
}

/** Shows one row of a table and, while it is expanded, its details. */
export function DataRow<Row>({ row, columns, onOpen, details, markOf, isSelected }: DataRowProps<Row>) {
  const [isOpen, setOpen] = useState(details?.isOpenFirst ?? false);
  const detailsId = useId();
  const toggle = () => setOpen((before) => !before);
  const hasAction = onOpen !== undefined || details !== undefined;

  function act(event: MouseEvent) {
    // Selecting a text is no click, and controls have their own.
    if (window.getSelection()?.type === 'Range' || !(event.target instanceof Element)) return;
    if (!event.currentTarget.contains(event.target) || event.target.closest('a, button, input')) return;
    if (onOpen) onOpen(row);
    else toggle();
  }

  return (
    <>
      <TableRow
        hover
        selected={isSelected?.(row) ?? false}
        {...(markOf && { 'data-row': markOf(row) })}
        {...(hasAction && { onClick: act })}
        sx={{
          ...(hasAction && { cursor: 'pointer' }),
          '&:focus-within': { boxShadow: 'inset 3px 0 0 var(--mui-palette-primary-main)' },
          ...(isOpen && { '& > *': { borderBottomColor: 'transparent' } }),
        }}
      >
        {columns.map((column, index) => (
          <DataCell key={column.label} column={column} row={row} isFirst={index === 0} />
        ))}
        {details && (
          <TableCell data-card="expander" align="right">
            <IconButton
              size="small"
              aria-label={t`Details of ${details.nameOf(row)}`}
              aria-expanded={isOpen}
              {...(isOpen && { 'aria-controls': detailsId })}
              onClick={toggle}
            >
              <ExpandMoreIcon fontSize="small" sx={{ ...(isOpen && { transform: 'rotate(180deg)' }) }} />
            </IconButton>
          </TableCell>
        )}
      </TableRow>
      {details && isOpen && (
        <TableRow id={detailsId} data-details>
          <TableCell colSpan={columns.length + 1}>
            <details.Content row={row} />
          </TableCell>
        </TableRow>
      )}
    </>
  );
}

interface DataCellProps<Row> {
  readonly column: TableColumn<Row>;
  readonly row: Row;
  readonly isFirst: boolean;
}

/** Shows the value of a column, or a dash that screen readers read as "None". */
function DataCell<Row>({ column, row, isFirst }: DataCellProps<Row>) {
  const { label, inCard, isNumeric = false } = column;
  const value = column.cell(row);
  return (
    <TableCell
      {...(inCard === 'title' && { component: 'th', scope: 'row' })}
      align={isNumeric ? 'right' : 'left'}
      data-card={inCard}
      data-label={label}
      {...(isFirst && { 'data-first': true })}
      {...(value === null && { 'data-empty': true })}
      sx={[{ position: 'relative' }, hiddenBelow(column.hiddenBelow)]}
    >
      {value ?? (
        <>
          <Box component="span" aria-hidden sx={{ color: 'text.disabled' }}>
            –
          </Box>
          <Box component="span" sx={visuallyHidden}>
            {t`None`}
          </Box>
        </>
      )}
    </TableCell>
  );
}
