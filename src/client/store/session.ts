import { createContext, useContext } from 'react';
import type { Account, SignUp } from '#client/backend/auth.ts';
import type { Backend } from '#client/backend/backend.ts';
import { authActions } from './auth-slice.ts';
import { type SessionUser, sessionUserOf } from './session-user.ts';
import type { Store } from './store.ts';

/** How an attempt to sign in ended: in a session, with a second factor to give, or with what was thrown. */
export type Entry = 'entered' | 'second-factor' | Error;

/** Ways into and out of a session; each ends with the outcome in the auth slice, none throws. */
export interface Session {
  /** Finds out who is signed in, when the page opens. */
  start(): Promise<void>;
  /** Resolve when the user record has been read, or the failure stored. */
  signIn(email: string, password: string): Promise<Entry>;
  signUp(person: SignUp): Promise<Entry>;
  /** Signs in by another way than the password alone: `attempt` asks the provider. */
  enter(attempt: () => Promise<Account | null>): Promise<Entry>;
  /** Resolves with whether the session has ended. */
  signOut(): Promise<boolean>;
}

/** What sign-in stores before the record is read: the role is fixed to user (specification section 3). */
function firstUser(account: Account): SessionUser {
  return { ...account, role: 'user', developerName: null, developerType: null, onboardingCompleted: false };
}

/** The error's own text, or the fallback where it has none. */
function textOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}

/** Ties the store to the identity provider: each change of who is signed in reads the user record and sets the user. */
export function createSession({ dispatch }: Store, { auth, functions, documents }: Backend): Session {
  let reading: Promise<void> = Promise.resolve();
  let latest: Account | null = null;

  async function readRecord(account: Account): Promise<void> {
    dispatch(authActions.setLoading(true));
    try {
      const record = await functions.call('users.me', {});
      if (latest !== account) return;
      documents.cache.setQueryData(documents.read('users.me', {}).queryKey, record);
      dispatch(authActions.setUser(sessionUserOf(record.user)));
    } catch (error) {
      if (latest !== account) return;
      // What sign-in stored before is nobody's record: shown as one, it would ask an old hand to begin anew.
      dispatch(authActions.setUser(null));
      dispatch(authActions.setError(textOf(error, 'Failed to fetch user data')));
    }
  }

  auth.onAuthStateChanged((account) => {
    if (account?.uid !== latest?.uid) documents.cache.clear();
    latest = account;
    if (account === null) dispatch(authActions.setUser(null));
    else reading = readRecord(account);
  });

  async function enter(attempt: () => Promise<Account | null>): Promise<Entry> {
    dispatch(authActions.signInStarted());
    try {
      const account = await attempt();
      if (account === null) {
        dispatch(authActions.setUser(null));
        return 'second-factor';
      }
      dispatch(authActions.signInSucceeded(firstUser(account)));
      await reading;
      return 'entered';
    } catch (error) {
      dispatch(authActions.signInFailed(textOf(error, 'Failed to sign in')));
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  return {
    async start() {
      dispatch(authActions.setLoading(true));
      try {
        await auth.start();
      } catch (error) {
        dispatch(authActions.setError(textOf(error, 'Failed to fetch user data')));
      }
    },
    signIn: (email, password) => enter(() => auth.signIn(email, password)),
    signUp: (person) => enter(() => auth.signUp(person)),
    enter,
    async signOut() {
      dispatch(authActions.signOutStarted());
      try {
        await auth.signOut();
        dispatch(authActions.signOutSucceeded());
        return true;
      } catch (error) {
        dispatch(authActions.signOutFailed(textOf(error, 'Failed to sign out')));
        return false;
      }
    },
  };
}

/** The one session of the page; `main.tsx` provides it. */
export const SessionContext = createContext<Session | null>(null);

/** Ways to sign in, up and out. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession is used outside of SessionContext.');
  return session;
}
