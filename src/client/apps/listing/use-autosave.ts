import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Autosave, type AutosaveOptions, type AutosaveState, createAutosave } from './autosave.ts';
import { type Stored } from './draft-store.ts';

/** An autosave and its status. */
export type Editing<Value> = AutosaveState<Value> & Omit<Autosave<Value>, 'state' | 'subscribe' | 'adopt'>;

type MakeOptions<Value> = () => Omit<AutosaveOptions<Value>, 'stored'>;

/**
 * Saves edits with `createAutosave` while the component is mounted; `make` is called once. Newly stored values are
 * taken over while nothing is edited.
 */
export function useAutosave<Value extends object>(
  stored: Stored<Value>,
  make: MakeOptions<Value>,
): Editing<Value> {
  const [autosave] = useState(() => createAutosave({ ...make(), stored }));
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  useEffect(() => autosave.adopt(stored), [autosave, stored]);
  return toEditing(autosave, state);
}

/** One of several values that are edited at the same time. */
export interface AutosavedValue<Value> {
  readonly stored: Stored<Value>;
  readonly make: MakeOptions<Value>;
}

/** Saves several values, each on its own, as `useAutosave` does. Their number must not change while mounted. */
export function useAutosaves<Value extends object>(
  values: readonly AutosavedValue<Value>[],
): Editing<Value>[] {
  const [joined] = useState(() =>
    joinAutosaves(values.map(({ stored, make }) => createAutosave({ ...make(), stored }))),
  );
  const states = useSyncExternalStore(joined.subscribe, joined.states);
  // Taking over a value that is not newer changes nothing, so that this may run after every render.
  useEffect(() => {
    for (const [at, { stored }] of values.entries()) joined.autosaves[at]?.adopt(stored);
  });
  return states.map(({ autosave, state }) => toEditing(autosave, state));
}

/** Returns one subscription to several autosaves. The list of their states changes with each of them. */
function joinAutosaves<Value>(autosaves: readonly Autosave<Value>[]) {
  const read = () => autosaves.map((autosave) => ({ autosave, state: autosave.state() }));
  let states = read();
  return {
    autosaves,
    states: () => states,
    subscribe(listener: () => void) {
      const stops = autosaves.map((autosave) =>
        autosave.subscribe(() => {
          states = read();
          listener();
        }),
      );
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

function toEditing<Value>(
  { change, flush, merge, discard }: Autosave<Value>,
  state: AutosaveState<Value>,
): Editing<Value> {
  return { ...state, change, flush, merge, discard };
}
