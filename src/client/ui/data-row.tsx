import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { type ComponentType, type MouseEvent, memo, type ReactNode, useId, useState } from 'react';
import { t } from '#shared/languages/translate.ts';
import { hiddenBelow } from './table-styles.ts';
import { visuallyHidden } from './visually-hidden.ts';

/** An order that a heading chooses, by its name in the address. */
export interface TableSort {
  readonly sort: string;
  readonly direction: 'asc' | 'desc';
}

export interface TableColumn<Row> {
  readonly label: string;
  /** Replaces the label in the heading, such as a checkbox. */
  readonly heading?: ReactNode;
  /** True hides the label from view. */
  readonly isLabelHidden?: boolean;
  /** In pixels; a column without shares what is left. */
  readonly width?: number;
  /** Hides the column in tables that are narrower, in pixels; cards show it. */
  readonly hiddenBelow?: number;
  /** Aligns numbers to compare them. */
  readonly isNumeric?: boolean;
  /** The orders that the heading chooses, the second one when the first is chosen already. */
  readonly sorts?: readonly TableSort[];
  /**
   * `title` heads the card of a row, `end` is at its corner, `line` has a line of its own, `labelled` shows the label
   * there; else the value alone.
   */
  readonly inCard?: 'title' | 'end' | 'line' | 'labelled';
  /**
   * Null shows a dash, and nothing in cards. A row is rendered again only when it, its selection or one of these functions
   * is another.
   */
  readonly cell: (row: Row, isSelected: boolean) => ReactNode;
}

export interface RowDetails<Row> {
  readonly Content: ComponentType<{ readonly row: Row }>;
  readonly isOpenFirst?: boolean;
}

interface DataRowProps<Row> extends Partial<RowDetails<Row>> {
  readonly row: Row;
  readonly columns: readonly TableColumn<Row>[];
  readonly isSelected: boolean;
  readonly onOpen?: (row: Row) => void;
  readonly mark?: string;
  /** The name of a row with details. */
  readonly name?: string;
}

/** Shows one row of a table and, while it is expanded, its details. Long lists render only the rows that changed. */
export const DataRow = memo(Row, isSameRow) as typeof Row;

/** Compares columns by what they show in a row: their headings may change with each selection. */
function isSameRow<Value>(before: DataRowProps<Value>, after: DataRowProps<Value>): boolean {
  const { columns, ...props } = before;
  return (
    Object.keys({ ...props, ...after }).every(
      (key) =>
        key === 'columns' || Object.is(before[key as keyof typeof before], after[key as keyof typeof after]),
    ) &&
    columns.length === after.columns.length &&
    columns.every(({ cell, label }, index) => {
      const other = after.columns[index];
      return cell === other?.cell && label === other.label;
    })
  );
}

function Row<Value>({
  row,
  columns,
  onOpen,
  mark,
  name,
  Content,
  isSelected,
  isOpenFirst,
}: DataRowProps<Value>) {
  const [isOpen, setOpen] = useState(isOpenFirst ?? false);
  const detailsId = useId();
  const toggle = () => setOpen((before) => !before);
  const hasAction = onOpen !== undefined || Content !== undefined;

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
        selected={isSelected}
        {...(mark !== undefined && { 'data-row': mark })}
        {...(hasAction && { onClick: act })}
        sx={{
          ...(hasAction && { cursor: 'pointer' }),
          '&:focus-within': { boxShadow: 'inset 3px 0 0 var(--mui-palette-primary-main)' },
          ...(isOpen && { '& > *': { borderBottomColor: 'transparent' } }),
        }}
      >
        {columns.map((column, index) => (
          <DataCell
            key={column.label}
            column={column}
            row={row}
            isSelected={isSelected}
            isFirst={index === 0}
          />
        ))}
        {Content && (
          <TableCell data-card="expander" align="right">
            <IconButton
              size="small"
              aria-label={t`Details of ${name ?? ''}`}
              aria-expanded={isOpen}
              {...(isOpen && { 'aria-controls': detailsId })}
              onClick={toggle}
            >
              <ExpandMoreIcon fontSize="small" sx={{ ...(isOpen && { transform: 'rotate(180deg)' }) }} />
            </IconButton>
          </TableCell>
        )}
      </TableRow>
      {Content && isOpen && (
        <TableRow id={detailsId} data-details>
          <TableCell colSpan={columns.length + 1}>
            <Content row={row} />
          </TableCell>
        </TableRow>
      )}
    </>
  );
}

interface DataCellProps<Row> {
  readonly column: TableColumn<Row>;
  readonly row: Row;
  readonly isSelected: boolean;
  readonly isFirst: boolean;
}

/** Shows the value of a column, or a dash that screen readers read as "None". */
function DataCell<Row>({ column, row, isSelected, isFirst }: DataCellProps<Row>) {
  const { label, inCard, isNumeric = false } = column;
  const value = column.cell(row, isSelected);
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
