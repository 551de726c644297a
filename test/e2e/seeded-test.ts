import { createSeededStore, type SeededStore } from '#test/seeded-store/seeded-store.ts';
import { test as base } from './test.ts';

/**
 * Tests of a store under another base path, with apps in every state. Files that use it take turns on the same servers,
 * because filling one takes longer than most tests. By their names they run last: many short tests keep every worker busy
 * to the end.
 */
export const test = base.extend<object, { seeded: SeededStore }>({
  storeOptions: [{ basePath: '/hub/' }, { scope: 'worker' }],
  // Colours and places are at rest at once.
  contextOptions: { reducedMotion: 'reduce' },
  seeded: [async ({ store }, use) => use(await createSeededStore(store)), { scope: 'worker' }],
});
