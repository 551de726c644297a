import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#shared/errors.ts';
import { type AutosaveOptions, createAutosave } from './autosave.ts';
import { createDraftStore, type Stored } from './draft-store.ts';

interface Texts {
  readonly name: string;
  readonly summary: string;
}

const isTexts = (value: unknown) => typeof value === 'object' && value !== null && 'name' in value;
const START: Stored<Texts> = { value: { name: 'Harbour', summary: '' }, revision: 1 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A browser's storage. */
function createKeeper() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    count: () => kept.size,
  };
}

/** A store with one thing in it, which rejects edits of older states as the server does. */
function createStore() {
  let stored = START;
  const saves: Texts[] = [];
  return {
    saves,
    stored: () => stored,
    put(value: Texts) {
      stored = { value, revision: stored.revision + 1 };
      return stored;
    },
    async save({ value, revision }: Stored<Texts>): Promise<Stored<Texts>> {
      saves.push(value);
      if (revision !== stored.revision) {
        const { value: current, revision: now } = stored;
        throw new CallError('aborted', 'Stale.', { current, revision: now, yours: value });
      }
      stored = { value, revision: revision + 1 };
      return stored;
    },
  };
}

function open(options: Partial<AutosaveOptions<Texts>> & { keeper?: ReturnType<typeof createKeeper> } = {}) {
  const { keeper = createKeeper(), ...others } = options;
  const autosave = createAutosave<Texts>({
    stored: START,
    save: createStore().save,
    isAcceptable: ({ name }) => name !== '',
    drafts: createDraftStore<Texts>({
      scope: ['dora', 'app', 'de'],
      defaults: { summary: '' },
      isValue: isTexts,
      keeper,
    }),
    ...others,
  });
  const close = autosave.subscribe(() => undefined);
  return { autosave, keeper, close };
}

test('saves once after a pause, and then deletes the draft in the browser', async () => {
  const store = createStore();
  const { autosave, keeper } = open({ save: store.save });
  autosave.change({ summary: 'T' });
  autosave.change({ summary: 'Tides' });
  expect(autosave.state().phase).toBe('edited');
  expect(keeper.count()).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.saves).toEqual([{ name: 'Harbour', summary: 'Tides' }]);
  expect(autosave.state()).toMatchObject({ phase: 'saved', base: { revision: 2 } });
  expect(keeper.count()).toBe(0);
});

test('saves edits made during a save after it, based on its result', async () => {
  const store = createStore();
  const response = Promise.withResolvers<void>();
  const { autosave } = open({
    save: async (edited) => {
      await response.promise;
      return store.save(edited);
    },
  });
  autosave.change({ summary: 'Tides' });
  await vi.advanceTimersByTimeAsync(1000);
  autosave.change({ summary: 'Tides and winds' });
  response.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.stored()).toEqual({ value: { name: 'Harbour', summary: 'Tides and winds' }, revision: 3 });
  expect(autosave.state().phase).toBe('saved');
});

test('keeps invalid edits in the browser', async () => {
  const store = createStore();
  const { autosave, keeper } = open({ save: store.save });
  autosave.change({ name: '' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await autosave.flush()).toBe(false);
  expect([store.saves.length, autosave.state().phase, keeper.count()]).toEqual([0, 'edited', 1]);
});

test('restores text after a crash, and saves it when its author confirms', async () => {
  const store = createStore();
  const { keeper, autosave, close } = open({ save: store.save });
  autosave.change({ summary: 'Unsaved changes' });
  close();
  const next = open({ save: store.save, keeper });
  expect(next.autosave.state()).toMatchObject({ isRestored: true, value: { summary: 'Unsaved changes' } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.saves).toEqual([]);
  expect(await next.autosave.flush()).toBe(true);
  expect(store.stored().value.summary).toBe('Unsaved changes');
  expect(keeper.count()).toBe(0);
});

test('shows a conflict when the store changed since the crash', async () => {
  const store = createStore();
  const { keeper, autosave, close } = open({ save: store.save });
  autosave.change({ summary: 'Mine' });
  close();
  const stored = store.put({ name: 'Harbour', summary: 'Theirs' });
  const next = open({ stored, save: store.save, keeper }).autosave;
  expect(next.state()).toMatchObject({ phase: 'conflict', theirs: stored, value: { summary: 'Mine' } });
});

test('ends in a conflict after someone else’s save, and saves the selection on top of it', async () => {
  const store = createStore();
  const { autosave } = open({ save: store.save });
  autosave.change({ summary: 'Mine' });
  store.put({ name: 'Haven', summary: 'Theirs' });
  expect(await autosave.flush()).toBe(false);
  expect(autosave.state()).toMatchObject({ phase: 'conflict', theirs: { revision: 2 } });
  expect(await autosave.flush()).toBe(false);
  expect(await autosave.merge({ name: 'Haven', summary: 'Mine' })).toBe(true);
  expect(store.stored()).toEqual({ value: { name: 'Haven', summary: 'Mine' }, revision: 3 });
});

test('shows the other side’s value when a conflicting edit is discarded', async () => {
  const store = createStore();
  const { autosave, keeper } = open({ save: store.save });
  autosave.change({ summary: 'Mine' });
  store.put({ name: 'Haven', summary: 'Theirs' });
  await autosave.flush();
  autosave.discard();
  expect(autosave.state()).toMatchObject({ phase: 'saved', value: { name: 'Haven' }, base: { revision: 2 } });
  expect(keeper.count()).toBe(0);
});

test('keeps the text after a failed save, and retries with the next change', async () => {
  const store = createStore();
  let isDown = true;
  const { autosave, keeper } = open({
    save: async (edited) => {
      if (isDown) throw new CallError('unavailable', 'No way.');
      return store.save(edited);
    },
  });
  autosave.change({ summary: 'Tides' });
  await vi.advanceTimersByTimeAsync(1000);
  expect([autosave.state().phase, keeper.count()]).toEqual(['failed', 1]);
  isDown = false;
  expect(await autosave.flush()).toBe(true);
  expect(store.stored().value.summary).toBe('Tides');
});

test('takes over new values of the store, but never over an edit', () => {
  const { autosave } = open();
  const news = { value: { name: 'Haven', summary: '' }, revision: 2 };
  autosave.adopt(news);
  expect(autosave.state().value.name).toBe('Haven');
  autosave.adopt(START);
  expect(autosave.state().value.name).toBe('Haven');
  autosave.change({ summary: 'Tides' });
  autosave.adopt({ value: { name: 'Port', summary: '' }, revision: 3 });
  expect(autosave.state().value).toEqual({ name: 'Haven', summary: 'Tides' });
});

test('does not delete the drafts of another page', () => {
  const keeper = createKeeper();
  const [one, other] = [open({ keeper }).autosave, open({ keeper }).autosave];
  one.change({ summary: 'One' });
  other.change({ summary: 'Other' });
  one.discard();
  expect(keeper.count()).toBe(1);
});

test('allows editing when the browser’s storage fails or has other data', async () => {
  const reject = () => {
    throw new DOMException('Full.', 'QuotaExceededError');
  };
  const rejecting = createDraftStore<Texts>({
    scope: ['a'],
    defaults: { summary: '' },
    isValue: isTexts,
    keeper: { getItem: reject, setItem: reject, removeItem: reject },
  });
  const { autosave } = open({ drafts: rejecting });
  autosave.change({ summary: 'Tides' });
  expect(await autosave.flush()).toBe(true);
  for (const content of ['{', '[]', '{"value":1,"base":{}}', '{"value":{"name":"x"},"base":null}']) {
    const keeper = { ...createKeeper(), getItem: () => content };
    const drafts = createDraftStore<Texts>({
      scope: ['a'],
      defaults: { summary: '' },
      isValue: isTexts,
      keeper,
    });
    expect(drafts.take()).toBeNull();
  }
});

test('completes drafts of older pages with the fields that were added since', () => {
  const keeper = createKeeper();
  const drafts = () =>
    createDraftStore<Texts>({ scope: ['a'], defaults: { summary: '' }, isValue: isTexts, keeper });
  const older = { value: { name: 'Pier' }, base: { value: { name: 'Harbour' }, revision: 3 } };
  drafts().keep(older as object as { value: Texts; base: Stored<Texts> });
  expect(drafts().take()).toMatchObject({
    value: { name: 'Pier', summary: '' },
    base: { value: { name: 'Harbour', summary: '' }, revision: 3 },
  });
});
