import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type TableColumn } from './data-row.tsx';
import { DataTable } from './data-table.tsx';

interface Row {
  readonly name: string;
  readonly downloads: number | null;
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { label: 'Name', inCard: 'title', cell: ({ name }) => name },
  {
    label: 'Downloads',
    isNumeric: true,
    sorts: [
      { sort: 'most', direction: 'desc' },
      { sort: 'fewest', direction: 'asc' },
    ],
    cell: ({ downloads }) => downloads,
  },
];

const rowsOf = (...names: string[]): Row[] => names.map((name, downloads) => ({ name, downloads }));

function table(rows: readonly Row[], props: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) {
  return <DataTable label="Apps" columns={COLUMNS} rows={rows} keyOf={({ name }) => name} {...props} />;
}

test('announces new rows, and neither removed ones nor another list', () => {
  const { rerender, container } = render(table(rowsOf('A', 'B')));
  const live = container.querySelector('[aria-live]');
  rerender(table(rowsOf('A', 'B', 'C', 'D')));
  expect(live?.textContent).toBe('2 new rows');
  rerender(table(rowsOf('A')));
  expect(live?.textContent).toBe('');
  rerender(table(rowsOf('X', 'Y')));
  expect(live?.textContent).toBe('');
});

test('screen readers read a missing value as “None”, and 0 as 0', () => {
  render(table([{ name: 'A', downloads: null }, ...rowsOf('B')]));
  const [, first, second] = screen.getAllByRole('row');
  expect(within(first as HTMLElement).getByText('None')).toBeDefined();
  expect(within(second as HTMLElement).getByRole('cell').textContent).toBe('0');
});

test('the title of a card heads its row, and the other values keep their labels', () => {
  render(table(rowsOf('A')));
  expect(screen.getByRole('rowheader', { name: 'A' })).toBeDefined();
  expect(screen.getByRole('cell').dataset['label']).toBe('Downloads');
});

test('a heading chooses its first order, then its other one', async () => {
  const onSort = vi.fn<(sort: string) => void>();
  const { rerender } = render(table(rowsOf('A'), { sort: 'name', onSort }));
  const heading = () => screen.getByRole('columnheader', { name: 'Downloads' });
  await userEvent.click(within(heading()).getByRole('button'));
  rerender(table(rowsOf('A'), { sort: 'most', onSort }));
  expect(heading().getAttribute('aria-sort')).toBe('descending');
  await userEvent.click(within(heading()).getByRole('button'));
  expect(onSort.mock.calls).toEqual([['most'], ['fewest']]);
});

test('renders only rows that are new, changed or selected', () => {
  const rendered: string[] = [];
  const columns: TableColumn<Row>[] = [
    {
      label: 'Name',
      cell: ({ name }) => {
        rendered.push(name);
        return name;
      },
    },
  ];
  const show = (rows: readonly Row[], selected = '') =>
    table(rows, {
      columns: columns.map((column) => ({ ...column, heading: <b>Names</b> })),
      onOpen: () => undefined,
      markOf: ({ name }) => name,
      isSelected: ({ name }) => name === selected,
    });
  const takeRendered = () => [...new Set(rendered.splice(0))];
  const [a, b, c] = rowsOf('A', 'B', 'C') as [Row, Row, Row];
  const { rerender } = render(show([a, b]));
  expect(takeRendered()).toEqual(['A', 'B']);
  rerender(show([a, b, c]));
  expect(takeRendered()).toEqual(['C']);
  rerender(show([a, b, c], 'B'));
  expect(takeRendered()).toEqual(['B']);
  rerender(show([{ ...a }, b, c], 'B'));
  expect(takeRendered()).toEqual(['A']);
});

test('a row opens its details by a click beside its controls', async () => {
  const Content = ({ row }: { row: Row }) => <p>More about {row.name}</p>;
  render(table(rowsOf('A'), { details: { nameOf: ({ name }) => name, Content } }));
  const button = screen.getByRole('button', { name: 'Details of A' });
  await userEvent.click(screen.getByRole('rowheader'));
  expect(screen.getByText('More about A')).toBeDefined();
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(button);
  expect(screen.queryByText('More about A')).toBeNull();
});

test.each(['مرحبا بالعالم', '👩‍👩‍👧‍👦', 'x'.repeat(4_000), '<img src=x onerror=alert(1)>'])(
  'shows a name like %.40s as text',
  (name) => {
    render(table([{ name, downloads: 1 }]));
    expect(screen.getByRole('rowheader').textContent).toBe(name);
    expect(document.querySelector('img')).toBeNull();
  },
);
