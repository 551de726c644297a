import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SaveState } from './save-state.tsx';

type Phase = Parameters<typeof SaveState>[0]['editings'][number]['phase'];

function show(...phases: readonly Phase[]) {
  const flushes = phases.map(() => vi.fn<() => Promise<boolean>>(async () => true));
  const editings = phases.map((phase, index) => ({
    phase,
    hasSaved: false,
    flush: flushes[index] ?? (async () => true),
  }));
  const { rerender } = render(<SaveState editings={editings} />);
  return {
    flushes,
    save: () => rerender(<SaveState editings={editings.map((one) => ({ ...one, hasSaved: true }))} />),
  };
}

const status = () => screen.getByRole('status', { name: 'Save status' }).textContent;

test('says nothing before the first save, then “Saved”', () => {
  const { save } = show('saved', 'saved');
  expect(status()).toBe('');
  save();
  expect(status()).toBe('Saved');
});

test.each<[string, readonly Phase[]]>([
  ['Needs your choice', ['conflict', 'failed', 'saved']],
  ['Not saved', ['edited', 'failed', 'saving']],
  ['Unsaved changes', ['saving', 'edited']],
  ['Saving…', ['saved', 'saving']],
])('of several languages shows the most urgent: %s', (text, phases) => {
  show(...phases);
  expect(status()).toBe(text);
});

test('“Retry” saves everything again', async () => {
  const { flushes } = show('failed', 'edited');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  for (const flush of flushes) expect(flush).toHaveBeenCalledTimes(1);
});
