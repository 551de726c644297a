import { withDefaults } from '#shared/listings/values.ts';

/** A stored value and its revision. */
export interface Stored<Value> {
  readonly value: Value;
  readonly revision: number;
}

/** Unsaved edits, and the values on which they are based. */
interface Draft<Value> {
  readonly value: Value;
  readonly base: Stored<Value>;
}

/** Stores one unsaved edit, so that it survives a crash of the page. */
export interface DraftStore<Value> {
  /** Returns the unsaved edit of an earlier visit, which this page owns from now on. */
  readonly take: () => Draft<Value> | null;
  readonly keep: (draft: Draft<Value>) => void;
  /** Deletes this page's edit; those of other tabs stay. */
  readonly clear: () => void;
}

const PREFIX = 'quayside-draft';

export interface DraftStoreOptions<Value> {
  /** The parts of a draft's key, such as a user, an app and a language. */
  readonly scope: readonly string[];
  /** The values of fields that an older page didn't know. */
  readonly defaults: Partial<Value>;
  /** Rejects values that are no longer valid. */
  readonly isValue: (value: unknown) => boolean;
  /** The browser's storage. Without it, or when it is full, drafts aren't stored and editing continues. */
  readonly keeper: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** Creates a store for the drafts of one scope in the browser's storage. */
export function createDraftStore<Value extends object>({
  scope,
  defaults,
  isValue,
  keeper,
}: DraftStoreOptions<Value>): DraftStore<Value> {
  const key = [PREFIX, ...scope].join(':');
  const page = Math.random().toString(36).slice(2);

  function read(): (Draft<Value> & { page: string }) | null {
    try {
      const kept: unknown = JSON.parse(keeper.getItem(key) ?? 'null');
      const whole = completeDraft(kept, defaults);
      return isDraft(whole, isValue) ? (whole as Draft<Value> & { page: string }) : null;
    } catch {
      return null;
    }
  }

  function keep({ value, base }: Draft<Value>): void {
    try {
      keeper.setItem(key, JSON.stringify({ value, base, page }));
    } catch {
      // The edit is still on the page and on its way to the server.
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

function completeDraft(kept: unknown, defaults: object): unknown {
  if (typeof kept !== 'object' || kept === null) return kept;
  const { value, base, ...page } = kept as Partial<Draft<unknown>>;
  return {
    ...page,
    value: withDefaults(defaults, value),
    base: base && { ...base, value: withDefaults(defaults, base.value) },
  };
}

function isDraft(kept: unknown, isValue: (value: unknown) => boolean): boolean {
  if (typeof kept !== 'object' || kept === null || !('value' in kept) || !('base' in kept)) return false;
  const base = kept.base as Partial<Stored<unknown>> | null;
  return isValue(kept.value) && typeof base?.revision === 'number' && isValue(base.value);
}
