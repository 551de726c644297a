import type { Stored } from './autosave.ts';

/** What was edited and not saved yet, and what it began from. */
interface Draft<Value> {
  readonly value: Value;
  readonly base: Stored<Value>;
}

/** Keeps one unsaved edit where a crash of the page leaves it. */
export interface DraftStore<Value> {
  /** What an earlier visit left, from now on in this page's keeping. */
  readonly take: () => Draft<Value> | null;
  readonly keep: (draft: Draft<Value>) => void;
  /** Forgets what this page kept; what another tab keeps stays. */
  readonly clear: () => void;
}

const PREFIX = 'quayside-draft';

export interface DraftStoreOptions {
  /** Whose draft of what, such as a person, an app and a language. */
  readonly scope: readonly string[];
  /** Refuses what is no such value (any more). */
  readonly isValue: (value: unknown) => boolean;
  /** The browser's storage. One that is full or forbidden keeps nothing, and editing goes on. */
  readonly keeper: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** Keeps the drafts of one scope in the browser's storage. */
export function createDraftStore<Value>({ scope, isValue, keeper }: DraftStoreOptions): DraftStore<Value> {
  const key = [PREFIX, ...scope].join(':');
  const page = Math.random().toString(36).slice(2);

  function read(): (Draft<Value> & { page: string }) | null {
    try {
      const kept: unknown = JSON.parse(keeper.getItem(key) ?? 'null');
      return isDraft(kept, isValue) ? (kept as Draft<Value> & { page: string }) : null;
    } catch {
      return null;
    }
  }

  function keep({ value, base }: Draft<Value>): void {
    try {
      keeper.setItem(key, JSON.stringify({ value, base, page }));
    } catch {
      // The edit is still on the page, and on its way to the store.
    }
  }

  return {
    take() {
      const kept = read();
      if (kept) keep(kept);
      return kept;
    },
    keep,
    clear() {
      if (read()?.page === page) keeper.removeItem(key);
    },
  };
}

function isDraft(kept: unknown, isValue: (value: unknown) => boolean): boolean {
  if (typeof kept !== 'object' || kept === null || !('value' in kept) || !('base' in kept)) return false;
  const base = kept.base as Partial<Stored<unknown>> | null;
  return isValue(kept.value) && typeof base?.revision === 'number' && isValue(base.value);
}
