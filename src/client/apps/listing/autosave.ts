import { CallError } from '#shared/errors.ts';
import type { DraftStore } from './draft-store.ts';

/** Something that is stored, and how often it has been changed there. */
export interface Stored<Value> {
  readonly value: Value;
  readonly revision: number;
}

/**
 * - `saved`: the store has what is shown.
 * - `edited`: there is more than the store has; it is sent after a pause, or once it can be accepted.
 * - `conflict`: somebody else saved something meanwhile, which is in `theirs`.
 */
type Phase = 'saved' | 'edited' | 'saving' | 'failed' | 'conflict';

export interface AutosaveState<Value> {
  readonly phase: Phase;
  /** What is shown and edited. */
  readonly value: Value;
  /** What the edit began from. */
  readonly base: Stored<Value>;
  readonly theirs: Stored<Value> | null;
  /** Why the last attempt failed. */
  readonly error: unknown;
  /** Text of an earlier visit, which was never saved, was taken up; it is saved when its author says so or types on. */
  readonly isRestored: boolean;
}

export interface AutosaveOptions<Value> {
  readonly stored: Stored<Value>;
  /** Sends a value that was edited on top of a revision; `aborted` says that there is another one by now. */
  readonly save: (edited: Stored<Value>) => Promise<Stored<Value>>;
  /** Whether the store would accept it. What it would not waits, kept in the browser. */
  readonly isAcceptable: (value: Value) => boolean;
  readonly drafts: DraftStore<Value>;
}

export interface Autosave<Value> {
  readonly state: () => AutosaveState<Value>;
  readonly subscribe: (listener: () => void) => () => void;
  readonly change: (changed: Partial<Value>) => void;
  /** Takes over what the store has now, unless something is edited here. */
  readonly adopt: (stored: Stored<Value>) => void;
  /** Sends at once what is not saved; gives whether all of it is. */
  readonly flush: () => Promise<boolean>;
  /** Goes on from what the store has now with what was chosen of both sides. */
  readonly merge: (chosen: Value) => Promise<boolean>;
  /** Gives up what is not saved. */
  readonly discard: () => void;
}

/** How long after the last change it is sent. */
const PAUSE_MS = 800;

/**
 * Keeps edits of something that the store has: in the browser with every change, in the store after each pause.
 * Nothing is lost by a crash, and an edit that somebody else overtook ends in `conflict`, never over theirs.
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
        // What was typed stays as it is on the page: the store trims it, which must not move what is being typed.
        set({ phase: 'saved', base: stored, isRestored: false });
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

/** Where an edit begins: what the store has, or what an earlier visit left unsaved on top of it. */
function begin<Value extends object>({ stored, drafts }: AutosaveOptions<Value>): AutosaveState<Value> {
  const fresh = { value: stored.value, base: stored, theirs: null, error: null };
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

/** What the store has instead, from the refusal of a stale edit; null for any other error. */
function readStale<Value>(error: unknown): Stored<Value> | null {
  if (!(error instanceof CallError) || error.code !== 'aborted') return null;
  const { current, revision } = error.details ?? {};
  return typeof current === 'object' && current !== null && typeof revision === 'number'
    ? { value: current as Value, revision }
    : null;
}

/** Whether two values of a form say the same; their fields are texts or lists of texts. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) =>
    isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  );
}
