import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

beforeEach(() => vi.useFakeTimers());

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search apps' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });

function show(value: string, onSearch = vi.fn<(query: string) => void>()) {
  const { rerender } = render(<SearchField label="Search apps" value={value} onSearch={onSearch} />);
  return {
    onSearch,
    setValue: (next: string) =>
      rerender(<SearchField label="Search apps" value={next} onSearch={onSearch} />),
  };
}

test('searches once, after a pause in typing', () => {
  const { onSearch } = show('');
  for (const text of ['t', 'ti', ' tide ']) type(text);
  act(() => vi.advanceTimersByTime(299));
  expect(onSearch).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(onSearch.mock.calls).toEqual([['tide']]);
});

test('keeps what is typed while the address echoes the last search', () => {
  const { setValue } = show('');
  type('tide');
  act(() => vi.advanceTimersByTime(300));
  type('tide and');
  setValue('tide');
  expect(field().value).toBe('tide and');
});

test('takes over the search of the address after going back', () => {
  const { setValue, onSearch } = show('tide');
  setValue('');
  expect(field().value).toBe('');
  act(() => vi.advanceTimersByTime(1_000));
  expect(onSearch).not.toHaveBeenCalled();
});

test('a slash focuses the field once and is not typed, except in other fields', () => {
  show('');
  fireEvent.keyDown(field(), { key: '/' });
  const slash = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true });
  document.body.dispatchEvent(slash);
  expect(document.activeElement).toBe(field());
  expect(slash.defaultPrevented).toBe(true);
});
