import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type ListPages, LoadMore } from './load-more.tsx';

interface ListProps extends Partial<ListPages> {
  readonly rows: readonly string[];
}

function List({
  rows,
  hasNextPage = true,
  isFetchingNextPage = false,
  nextPageError = null,
  fetchNextPage = vi.fn<() => void>(),
}: ListProps) {
  return (
    <>
      <input aria-label="Search" />
      <section>
        <ul>
          {rows.map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ul>
        <LoadMore pages={{ hasNextPage, isFetchingNextPage, nextPageError, fetchNextPage }} />
      </section>
    </>
  );
}

const button = () => screen.getByRole('button', { name: 'Load more' });

test('the focus moves to the first new row, also of the last page', async () => {
  const { rerender } = render(<List rows={['A', 'B']} />);
  await userEvent.click(button());
  rerender(<List rows={['A', 'B']} isFetchingNextPage />);
  expect(document.activeElement).toBe(button());
  rerender(<List rows={['A', 'B', 'C', 'D']} hasNextPage={false} />);
  expect(document.activeElement?.textContent).toBe('C');
  expect(screen.queryByRole('button')).toBeNull();
});

test('someone who went elsewhere meanwhile stays there', async () => {
  const { rerender } = render(<List rows={['A']} />);
  await userEvent.click(button());
  rerender(<List rows={['A']} isFetchingNextPage />);
  await userEvent.click(screen.getByLabelText('Search'));
  rerender(<List rows={['A', 'B']} />);
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});

test('after a page that could not be loaded the button says why, keeps the focus and tries again', async () => {
  const fetchNextPage = vi.fn<() => void>();
  const { rerender } = render(<List rows={['A']} fetchNextPage={fetchNextPage} />);
  await userEvent.click(button());
  rerender(<List rows={['A']} isFetchingNextPage fetchNextPage={fetchNextPage} />);
  const nextPageError = new Error('The store is restarting.');
  rerender(<List rows={['A']} fetchNextPage={fetchNextPage} nextPageError={nextPageError} />);
  expect(screen.getByRole('alert').textContent).toMatch(/couldn’t be loaded.*The store is restarting/);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.keyboard('{Enter}');
  expect(fetchNextPage).toHaveBeenCalledTimes(2);
});

test('rows that arrive without the button leave the focus alone', () => {
  const { rerender } = render(<List rows={['A']} />);
  rerender(<List rows={['A']} isFetchingNextPage />);
  rerender(<List rows={['A', 'B']} />);
  expect(document.activeElement).toBe(document.body);
});
