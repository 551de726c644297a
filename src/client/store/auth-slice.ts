import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SessionUser } from './session-user.ts';

/** The authentication state of specification section 3. */
export interface AuthState {
  readonly user: SessionUser | null;
  readonly status: 'idle' | 'loading' | 'succeeded' | 'failed';
  readonly error: string | null;
}

const initialState: AuthState = { user: null, status: 'idle', error: null };

/** The client's only slice, with every transition of specification section 4, "Authentication status". */
export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    signInStarted: (state) => ({ ...state, status: 'loading', error: null }),
    signInSucceeded: (_state, { payload }: PayloadAction<SessionUser>): AuthState => ({
      user: payload,
      status: 'succeeded',
      error: null,
    }),
    signInFailed: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      status: 'failed',
      error: payload,
    }),
    signOutStarted: (state) => ({ ...state, status: 'loading' }),
    signOutSucceeded: (): AuthState => ({ user: null, status: 'idle', error: null }),
    signOutFailed: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      status: 'failed',
      error: payload,
    }),
    setUser: (_state, { payload }: PayloadAction<SessionUser | null>): AuthState => ({
      user: payload,
      status: payload === null ? 'idle' : 'succeeded',
      error: null,
    }),
    setError: (state, { payload }: PayloadAction<string>) => ({ ...state, status: 'failed', error: payload }),
    clearError: (state) => ({ ...state, error: null }),
    setLoading: (state, { payload }: PayloadAction<boolean>) => ({
      ...state,
      status: payload ? 'loading' : 'idle',
    }),
  },
});

export const authActions = authSlice.actions;
