import { configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { type AuthState, authSlice } from './auth-slice.ts';
import type { SessionUser } from './session-user.ts';

/** Creates a store with the one slice. */
export function createStore() {
  return configureStore({ reducer: { auth: authSlice.reducer } });
}

export type Store = ReturnType<typeof createStore>;

/** Returns the authentication state. */
export function useAuthState(): AuthState {
  return useSelector((state: ReturnType<Store['getState']>) => state.auth);
}

/** Returns the signed-in user. Use it only behind the guard; throws without a user. */
export function useSessionUser(): SessionUser {
  const { user } = useAuthState();
  if (user === null) throw new Error('useSessionUser is used where nobody needs to be signed in.');
  return user;
}

export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>();
