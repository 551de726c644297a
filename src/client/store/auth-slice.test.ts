import { expect, test } from 'vitest';
import { type AuthState, authActions, authSlice } from './auth-slice.ts';
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
const { reducer } = authSlice;

test('the slice is the only one of the store', () => {
  expect(createStore().getState()).toEqual({ auth: initial });
});

test('starts idle, with no user and no error', () => {
  expect(reducer(undefined, { type: 'nothing' })).toEqual(initial);
});

test('sign-in started: loading, error cleared', () => {
  expect(reducer(failed, authActions.signInStarted())).toEqual({
    user: null,
    status: 'loading',
    error: null,
  });
});

test('sign-in succeeded: succeeded, user stored, error cleared', () => {
  expect(reducer(failed, authActions.signInSucceeded(user))).toEqual(signedIn);
});

test('sign-in failed: failed, error text stored', () => {
  const loading: AuthState = { user: null, status: 'loading', error: null };
  expect(reducer(loading, authActions.signInFailed('No such account.'))).toEqual(failed);
});

test('sign-out started: loading', () => {
  expect(reducer(signedIn, authActions.signOutStarted())).toEqual({ user, status: 'loading', error: null });
});

test('sign-out succeeded: idle, user cleared, error cleared', () => {
  expect(reducer(signedInFailed, authActions.signOutSucceeded())).toEqual(initial);
});

test('sign-out failed: failed, error text stored, the user stays', () => {
  const loading: AuthState = { user, status: 'loading', error: null };
  expect(reducer(loading, authActions.signOutFailed('Network'))).toEqual(signedInFailed);
});

test('set-user stores the user, sets succeeded and clears the error', () => {
  expect(reducer(failed, authActions.setUser(user))).toEqual(signedIn);
});

test('set-user without a user sets idle and clears the error', () => {
  expect(reducer(signedInFailed, authActions.setUser(null))).toEqual(initial);
});

test('set-error stores the error and sets failed', () => {
  expect(reducer(signedIn, authActions.setError('Network'))).toEqual(signedInFailed);
});

test('clear-error clears the error and nothing else', () => {
  expect(reducer(signedInFailed, authActions.clearError())).toEqual({ user, status: 'failed', error: null });
});

test.each([
  [true, 'loading'],
  [false, 'idle'],
] as const)('set-loading %s sets %s', (loading, status) => {
  expect(reducer(signedIn, authActions.setLoading(loading))).toEqual({ user, status, error: null });
});
