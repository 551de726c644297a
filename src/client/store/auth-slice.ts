import type { SessionUser } from './session-user.ts';

/** The authentication state of specification section 3. */
export interface AuthState {
  readonly user: SessionUser | null;
  readonly status: 'idle' | 'loading' | 'succeeded' | 'failed';
  readonly error: string | null;
}

/** Returns the state after something happened. */
export type AuthTransition = (state: AuthState) => AuthState;

export const INITIAL_AUTH_STATE: AuthState = { user: null, status: 'idle', error: null };

/** Every transition of specification section 4, "Authentication status". */
export const authActions = {
  signInStarted: (): AuthTransition => (state) => ({ ...state, status: 'loading', error: null }),
  signInSucceeded:
    (user: SessionUser): AuthTransition =>
    () => ({ user, status: 'succeeded', error: null }),
  signInFailed:
    (error: string): AuthTransition =>
    (state) => ({ ...state, status: 'failed', error }),
  signOutStarted: (): AuthTransition => (state) => ({ ...state, status: 'loading' }),
  signOutSucceeded: (): AuthTransition => () => INITIAL_AUTH_STATE,
  signOutFailed:
    (error: string): AuthTransition =>
    (state) => ({ ...state, status: 'failed', error }),
  setUser:
    (user: SessionUser | null): AuthTransition =>
    () => ({ user, status: user === null ? 'idle' : 'succeeded', error: null }),
  setError:
    (error: string): AuthTransition =>
    (state) => ({ ...state, status: 'failed', error }),
  clearError: (): AuthTransition => (state) => ({ ...state, error: null }),
  setLoading:
    (isLoading: boolean): AuthTransition =>
    (state) => ({ ...state, status: isLoading ? 'loading' : 'idle' }),
};
