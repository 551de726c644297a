import type { CallResult } from '#shared/calls.ts';
import { isTransient, RETRIES, STALE_MS } from './cache-rules.ts';
import type { Functions } from './functions.ts';

type StoreSettings = CallResult<'settings.get'>;

/** Reads the store's public settings without the cache of documents. */
export interface StoreSettingsReader {
  /** Returns the settings loaded last; undefined before. */
  current(): StoreSettings | undefined;
  /** Returns the time at which they were loaded, in milliseconds since 1970. */
  loadedAt(): number;
  /** Returns the load that is under way; undefined without one. */
  loading(): Promise<StoreSettings> | undefined;
  /** Returns settings that are a few seconds old at most. Throws like a call. */
  load(): Promise<StoreSettings>;
  /** Calls back when others are loaded; returns a function to stop. */
  subscribe(listener: () => void): () => void;
}

/** The wait before the first retry, in milliseconds; it doubles with each, as in TanStack Query. */
const RETRY_AFTER_MS = 1_000;

async function loadWithRetries(functions: Functions): Promise<StoreSettings> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await functions.call('settings.get', {});
    } catch (error) {
      if (failures === RETRIES || !isTransient(error)) throw error;
      const wait = RETRY_AFTER_MS * 2 ** failures;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Returns the reader of the store's settings. Concurrent callers share a request. */
export function createStoreSettings(functions: Functions): StoreSettingsReader {
  const listeners = new Set<() => void>();
  let current: StoreSettings | undefined;
  let loadedAt = 0;
  let loading: Promise<StoreSettings> | undefined;

  async function load(): Promise<StoreSettings> {
    try {
      current = await loadWithRetries(functions);
      loadedAt = Date.now();
      for (const listener of listeners) listener();
      return current;
    } finally {
      loading = undefined;
    }
  }

  return {
    current: () => current,
    loadedAt: () => loadedAt,
    loading: () => loading,
    async load() {
      if (current !== undefined && Date.now() - loadedAt < STALE_MS) return current;
      loading ??= load();
      return loading;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
