import type { PublicStore } from '#shared/settings/calls.ts';
import { isRepeated, repeatDelay, STALE_MS } from './cache-rules.ts';
import type { Functions } from './functions.ts';

/**
 * Reads the settings that everyone gets, without the cache of documents, which has the user's. They are always loaded
 * without a user, so they stay the same when somebody signs in or out, and nothing else is kept.
 */
export interface StoreSettingsReader {
  /** Returns the settings loaded last; undefined before. */
  current(): PublicStore | undefined;
  /** Returns settings that are a few seconds old at most: those that `first` brings, if any. Throws like a call. */
  load(first?: Promise<PublicStore | undefined>): Promise<PublicStore>;
  /** Calls back when others are loaded; returns a function to stop. */
  subscribe(listener: () => void): () => void;
}

async function loadWithRetries(functions: Functions): Promise<PublicStore> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await functions.call('settings.get', {}, { isAnonymous: true });
    } catch (error) {
      if (!isRepeated(failures, error)) throw error;
      const wait = repeatDelay(failures, error);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Returns the reader of the store's settings. Concurrent callers share a request. */
export function createStoreSettings(functions: Functions): StoreSettingsReader {
  const listeners = new Set<() => void>();
  let current: PublicStore | undefined;
  let loadedAt = 0;
  let loading: Promise<PublicStore> | undefined;

  async function load(first?: Promise<PublicStore | undefined>): Promise<PublicStore> {
    try {
      current = (await first) ?? (await loadWithRetries(functions));
      loadedAt = Date.now();
      for (const listener of listeners) listener();
      return current;
    } finally {
      loading = undefined;
    }
  }

  return {
    current: () => current,
    async load(first) {
      if (current !== undefined && Date.now() - loadedAt < STALE_MS) return current;
      loading ??= load(first);
      return loading;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
