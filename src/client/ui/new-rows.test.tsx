import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NewRows } from './new-rows.tsx';

test('rows that a list gets are counted, those of another list are not', () => {
  const { rerender } = render(<NewRows keys={[1, 2]} />);
  expect(screen.queryByText(/new row/)).toBeNull();
  rerender(<NewRows keys={[3, 1, 2]} />);
  expect(screen.getByText('1 new row')).toBeDefined();
  rerender(<NewRows keys={[7, 8]} />);
  expect(screen.queryByText(/new row/)).toBeNull();
});
