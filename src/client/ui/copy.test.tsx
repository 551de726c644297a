import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CopyId } from './copy.tsx';

const HASH = `${'a'.repeat(12)}${'0'.repeat(44)}${'b'.repeat(8)}`;

test('copies the whole value, though it shows only its ends', async () => {
  const user = userEvent.setup({ delay: null });
  render(<CopyId value={HASH} label="hash" />);
  expect(screen.getByText('aaaaaaaaaaaa…bbbbbbbb').title).toBe(HASH);
  await user.click(screen.getByRole('button', { name: 'Copy hash' }));
  expect(await navigator.clipboard.readText()).toBe(HASH);
  expect(screen.getByRole('status').textContent).toBe('Copied');
});

test('says that the browser blocked copying, for two seconds', async () => {
  vi.useFakeTimers();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  render(<CopyId value="abc" />);
  await act(async () => screen.getByRole('button', { name: 'Copy id' }).click());
  expect(screen.getByRole('status').textContent).toMatch(/blocked copying/);
  act(() => vi.advanceTimersByTime(2_000));
  expect(screen.getByRole('status').textContent).toBe('');
});
