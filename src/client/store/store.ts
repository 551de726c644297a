import { createContext, useContext, useSyncExternalStore } from 'react';
import { type AuthState, type AuthTransition, INITIAL_AUTH_STATE } from './auth-slice.ts';
import type { SessionUser } from './session-user.ts';

/** The client's state, which has one slice. */
export interface Store {
  readonly getState: () => { readonly auth: AuthState };
  readonly dispatch: (transition: AuthTransition) => void;
  /** Calls back after each transition; returns a function to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates a store with the one slice. */
export function createStore(): Store {
  let auth = INITIAL_AUTH_STATE;
  const listeners = new Set<() => void>();
  return {
    getState: () => ({ auth }),
    dispatch(transition) {
      auth = transition(auth);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store of the page, provided by `main.tsx`. */
export const StoreContext = createContext<Store | null>(null);

function useStore(): Store {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('The store is used outside of StoreContext.');
  return store;
}

/** Returns the authentication state. */
export function useAuthState(): AuthState {
  const { getState, subscribe } = useStore();
  return useSyncExternalStore(subscribe, () => getState().auth);
}

/** Returns the signed-in user. Use it only behind the guard; throws without a user. */
export function useSessionUser(): SessionUser {
  const { user } = useAuthState();
  if (user === null) throw new Error('useSessionUser is used where nobody needs to be signed in.');
  return user;
}

/** Returns the function that changes the authentication state. */
export function useDispatch(): Store['dispatch'] {
  return useStore().dispatch;
}
