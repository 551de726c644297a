import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  type Autosave,
  type AutosaveOptions,
  type AutosaveState,
  createAutosave,
  type Stored,
} from './autosave.ts';

/** An autosave and its status. */
export type Editing<Value> = AutosaveState<Value> & Omit<Autosave<Value>, 'state' | 'subscribe' | 'adopt'>;

/**
 * Saves edits with `createAutosave` while the component is mounted; `make` is called once. Newly stored values are
 * taken over while nothing is edited.
 */
export function useAutosave<Value extends object>(
  stored: Stored<Value>,
  make: () => Omit<AutosaveOptions<Value>, 'stored'>,
): Editing<Value> {
  const [autosave] = useState(() => createAutosave({ ...make(), stored }));
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  useEffect(() => autosave.adopt(stored), [autosave, stored]);
  const { change, flush, merge, discard } = autosave;
  return { ...state, change, flush, merge, discard };
}
