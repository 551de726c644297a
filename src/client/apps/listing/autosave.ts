import { isSame } from '#client/ui/is-same.ts';
import { CallError } from '#shared/errors.ts';
import type { DraftStore, Stored } from './draft-store.ts';

/**
 * - `saved`: everything shown is stored.
 * - `edited`: there are unsaved edits, which are sent after a pause, or once they are valid.
 * - `conflict`: someone else saved in the meantime; their value is in `theirs`.
 */
type Phase = 'saved' | 'edited' | 'saving' | 'failed' | 'conflict';

export interface AutosaveState<Value> {
  readonly phase: Phase;
  /** The value that is shown and edited. */
  readonly value: Value;
  /** The value on which the edit is based. */
  readonly base: Stored<Value>;
  readonly theirs: Stored<Value> | null;
  /** The error of the last attempt. */
  readonly error: unknown;
  /** Unsaved text of an earlier visit was restored; it is saved when its author confirms or continues typing. */
  readonly isRestored: boolean;
  /** True after the first save, so that “Saved” never shows before one. */
  readonly hasSaved: boolean;
}

export interface AutosaveOptions<Value> {
  readonly stored: Stored<Value>;
  /** Sends a value edited on top of a revision; `aborted` means that there is a newer one. */
  readonly save: (edited: Stored<Value>) => Promise<Stored<Value>>;
  /** Returns true when the store would accept the value. Invalid values stay in the browser. */
  readonly isAcceptable: (value: Value) => boolean;
  readonly drafts: DraftStore<Value>;
}

export interface Autosave<Value> {
  readonly state: () => AutosaveState<Value>;
  readonly subscribe: (listener: () => void) => () => void;
  readonly change: (changed: Partial<Value>) => void;
  /** Takes over the newly stored value, unless something is edited here. */
  readonly adopt: (stored: Stored<Value>) => void;
  /** Saves unsaved edits immediately; returns true when everything is saved. */
  readonly flush: () => Promise<boolean>;
  /** Resolves a conflict: continues from the stored value with the chosen parts of both sides. */
  readonly merge: (chosen: Value) => Promise<boolean>;
  /** Discards unsaved edits. */
  readonly discard: () => void;
}

/** The delay between the last change and saving it, in milliseconds. */
const PAUSE_MS = 800;

/**
 * Saves edits of a stored value: in the browser with every change, and in the store after each pause. A crash loses
 * nothing, and an edit that someone else preceded ends in `conflict` instead of overwriting theirs.
 */
export function createAutosave<Value extends object>(options: AutosaveOptions<Value>): Autosave<Value> {
  const { save, isAcceptable, drafts } = options;
  const listeners = new Set<() => void>();
  let state = begin(options);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<boolean> | null = null;

  function set(next: Partial<AutosaveState<Value>>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), PAUSE_MS);
  }

  async function send(): Promise<boolean> {
    const sent = state.value;
    set({ phase: 'saving', error: null });
    try {
      const stored = await save({ value: sent, revision: state.base.revision });
      if (isSame(state.value, sent)) {
        drafts.clear();
        // Typed text stays as it is on the page: the store trims it, which must not change it while typing.
        set({ phase: 'saved', base: stored, isRestored: false, hasSaved: true });
        return true;
      }
      drafts.keep({ value: state.value, base: stored });
      set({ phase: 'edited', base: stored });
      return flush();
    } catch (error) {
      const theirs = readStale<Value>(error);
      set(theirs ? { phase: 'conflict', theirs } : { phase: 'failed', error });
      return false;
    }
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    if (state.phase === 'saving' && sending) return sending;
    if (state.phase === 'saved') return true;
    if (state.phase === 'conflict' || !isAcceptable(state.value)) return false;
    sending = send();
    return sending;
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        clearTimeout(timer);
      };
    },
    change(changed) {
      const value = { ...state.value, ...changed };
      drafts.keep({ value, base: state.base });
      const isBusy = state.phase === 'saving' || state.phase === 'conflict';
      set({ value, ...(!isBusy && { phase: 'edited' }) });
      if (!isBusy) schedule();
    },
    adopt(stored) {
      if (state.phase !== 'saved' || stored.revision <= state.base.revision) return;
      set({ value: stored.value, base: stored });
    },
    flush,
    async merge(chosen) {
      const base = state.theirs ?? state.base;
      drafts.keep({ value: chosen, base });
      set({ phase: 'edited', value: chosen, base, theirs: null });
      return flush();
    },
    discard() {
      clearTimeout(timer);
      drafts.clear();
      const base = state.theirs ?? state.base;
      set({ phase: 'saved', value: base.value, base, theirs: null, error: null, isRestored: false });
    },
  };
}

/** Returns the initial state: the stored value, or the unsaved edits of an earlier visit on top of it. */
function begin<Value extends object>({ stored, drafts }: AutosaveOptions<Value>): AutosaveState<Value> {
  const fresh = { value: stored.value, base: stored, theirs: null, error: null, hasSaved: false };
  const draft = drafts.take();
  if (!draft || isSame(draft.value, stored.value)) {
    drafts.clear();
    return { ...fresh, phase: 'saved', isRestored: false };
  }
  const left = { ...fresh, value: { ...stored.value, ...draft.value }, isRestored: true };
  return draft.base.revision === stored.revision
    ? { ...left, phase: 'edited' }
    : { ...left, phase: 'conflict', base: draft.base, theirs: stored };
}

/** Returns the stored value from the error of a stale edit; null for any other error. */
function readStale<Value>(error: unknown): Stored<Value> | null {
  if (!(error instanceof CallError) || error.code !== 'aborted') return null;
  const { current, revision } = error.details ?? {};
  return typeof current === 'object' && current !== null && typeof revision === 'number'
    ? { value: current as Value, revision }
    : null;
}
