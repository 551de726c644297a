import { expect, test } from 'vitest';
import { type AuthState, authActions, INITIAL_AUTH_STATE } from './auth-slice.ts';
import type { SessionUser } from './session-user.ts';
import { createStore } from './store.ts';

const user: SessionUser = {
  uid: 'u1',
  email: 'ada@example.org',
  displayName: 'Ada',
  photoURL: null,
  role: 'developer',
  developerName: 'Ada Apps',
  developerType: 'individual',
  onboardingCompleted: true,
};
const initial: AuthState = { user: null, status: 'idle', error: null };
const signedIn: AuthState = { user, status: 'succeeded', error: null };
const failed: AuthState = { user: null, status: 'failed', error: 'No such account.' };
const signedInFailed: AuthState = { user, status: 'failed', error: 'Network' };

test('the slice is the only one of the store', () => {
  expect(createStore().getState()).toEqual({ auth: initial });
});

test('starts idle, with no user and no error', () => {
  expect(INITIAL_AUTH_STATE).toEqual(initial);
});

test('sign-in started: loading, error cleared', () => {
  expect(authActions.signInStarted()(failed)).toEqual({
    user: null,
    status: 'loading',
    error: null,
  });
});

test('sign-in succeeded: succeeded, user stored, error cleared', () => {
  expect(authActions.signInSucceeded(user)(failed)).toEqual(signedIn);
});

test('sign-in failed: failed, error text stored', () => {
  const loading: AuthState = { user: null, status: 'loading', error: null };
  expect(authActions.signInFailed('No such account.')(loading)).toEqual(failed);
});

test('sign-out started: loading', () => {
  expect(authActions.signOutStarted()(signedIn)).toEqual({ user, status: 'loading', error: null });
});

test('sign-out succeeded: idle, user cleared, error cleared', () => {
  expect(authActions.signOutSucceeded()(signedInFailed)).toEqual(initial);
});

test('sign-out failed: failed, error text stored, the user stays', () => {
  const loading: AuthState = { user, status: 'loading', error: null };
  expect(authActions.signOutFailed('Network')(loading)).toEqual(signedInFailed);
});

test('set-user stores the user, sets succeeded and clears the error', () => {
  expect(authActions.setUser(user)(failed)).toEqual(signedIn);
});

test('set-user without a user sets idle and clears the error', () => {
  expect(authActions.setUser(null)(signedInFailed)).toEqual(initial);
});

test('set-error stores the error and sets failed', () => {
  expect(authActions.setError('Network')(signedIn)).toEqual(signedInFailed);
});

test('clear-error clears the error and nothing else', () => {
  expect(authActions.clearError()(signedInFailed)).toEqual({ user, status: 'failed', error: null });
});

test.each([
  [true, 'loading'],
  [false, 'idle'],
] as const)('set-loading %s sets %s', (loading, status) => {
  expect(authActions.setLoading(loading)(signedIn)).toEqual({ user, status, error: null });
});
