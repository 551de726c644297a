import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#shared/errors.ts';
import type { Stored } from './draft-store.ts';
import { createDraftStore } from './draft-store.ts';
import { MergeView } from './merge-view.tsx';
import { SaveState } from './save-state.tsx';
import { useAutosave } from './use-autosave.ts';

interface Texts {
  readonly name: string;
  readonly summary: string;
}

const LABELS = { name: 'Name', summary: 'Summary' };
const START: Stored<Texts> = { value: { name: 'Harbour', summary: 'Tides' }, revision: 1 };
const isTexts = (value: unknown) => typeof value === 'object' && value !== null && 'name' in value;

/** Stands for the server: its value, and everything that was sent to it. */
let stored: Stored<Texts>;
let sent: Stored<Texts>[];

async function save(edited: Stored<Texts>): Promise<Stored<Texts>> {
  sent.push(edited);
  if (edited.revision !== stored.revision) {
    throw new CallError('aborted', 'Stale.', { current: stored.value, revision: stored.revision });
  }
  stored = { value: edited.value, revision: edited.revision + 1 };
  return stored;
}

function Editor() {
  const editing = useAutosave<Texts>(START, () => ({
    save,
    isAcceptable: ({ name }) => name !== '',
    drafts: createDraftStore<Texts>({
      scope: ['test'],
      defaults: {},
      isValue: isTexts,
      keeper: localStorage,
    }),
  }));
  if (editing.phase === 'conflict') return <MergeView labels={LABELS} editing={editing} />;
  return (
    <>
      <SaveState editings={[editing]} />
      {(['name', 'summary'] as const).map((field) => (
        <input
          key={field}
          aria-label={LABELS[field]}
          value={editing.value[field]}
          onChange={({ target }) => editing.change({ [field]: target.value })}
        />
      ))}
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  stored = START;
  sent = [];
});

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const pause = () => act(async () => vi.advanceTimersByTimeAsync(800));
const status = () => screen.getByRole('status').textContent;
const choose = (field: string, side: string) =>
  fireEvent.click(within(screen.getByRole('radiogroup', { name: field })).getByRole('radio', { name: side }));
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());

/** Someone else saves `theirs`, then both fields are edited here. */
async function conflict(theirs: Texts) {
  render(<Editor />);
  stored = { value: theirs, revision: 5 };
  type('Name', 'Harbour 2');
  await pause();
}

test('saves once after a pause, although effects run twice', async () => {
  render(<Editor />);
  type('Name', 'Harbour 👩‍👩‍👧 مرحبا');
  expect(status()).toBe('Unsaved changes');
  await pause();
  expect(sent).toEqual([{ value: { name: 'Harbour 👩‍👩‍👧 مرحبا', summary: 'Tides' }, revision: 1 }]);
  expect(status()).toBe('Saved');
});

test('text left unsaved is there again after the page was left', async () => {
  const { unmount } = render(<Editor />);
  type('Name', 'Half a na');
  unmount();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual([]);
  render(<Editor />);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Half a na');
  expect(status()).toBe('Unsaved changes');
});

test('a conflict shows only the fields that differ, and proposes every change of one side', async () => {
  await conflict({ name: 'Harbour', summary: 'Tides and weather' });
  expect(screen.getByRole('region', { name: 'Name: Yours' }).textContent).toBe('Harbour 2');
  expect(screen.getByRole('region', { name: 'Summary: Saved by others' }).textContent).toBe(
    'Tides and weather',
  );
  await press('Save selection');
  expect(stored).toEqual({ value: { name: 'Harbour 2', summary: 'Tides and weather' }, revision: 6 });
  expect(status()).toBe('Saved');
});

test('a field that both changed keeps the chosen side', async () => {
  await conflict({ name: 'Port', summary: 'Tides' });
  expect(screen.queryByRole('radiogroup', { name: 'Summary' })).toBeNull();
  choose('Name', 'Saved by others');
  await press('Save selection');
  expect(stored.value.name).toBe('Port');
});

test('keeping all of theirs saves nothing', async () => {
  await conflict({ name: 'Port', summary: '' });
  expect(screen.getByRole('region', { name: 'Summary: Saved by others' }).textContent).toBe('(empty)');
  await press('Keep all of theirs');
  expect(sent).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Port');
});

test('someone who saves during the choice starts another conflict, and nothing is overwritten', async () => {
  await conflict({ name: 'Port', summary: 'Tides' });
  stored = { value: { name: 'Quay', summary: 'Tides' }, revision: 9 };
  choose('Name', 'Yours');
  await press('Save selection');
  expect(stored.value.name).toBe('Quay');
  expect(screen.getByRole('region', { name: 'Name: Saved by others' }).textContent).toBe('Quay');
});
