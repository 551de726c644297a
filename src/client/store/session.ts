import { createContext, useContext } from 'react';
import type { Account, SignUp } from '#client/backend/auth.ts';
import type { Backend } from '#client/backend/backend.ts';
import { limitSeconds, limitText } from '#client/backend/limit-seconds.ts';
import { t } from '#shared/languages/translate.ts';
import type { PageStart } from '#shared/page-start.ts';
import { authActions } from './auth-slice.ts';
import { type SessionUser, sessionUserOf } from './session-user.ts';
import type { Store } from './store.ts';

/** The result of a sign-in attempt: a session, a required second factor, or an error. */
export type SignInResult = 'signed-in' | 'second-factor' | Error;

/** Starts and ends sessions. Methods never throw; their results are in the auth slice. */
export interface SessionActions {
  /** Loads the current user when the page opens, from what the page starts with if it could be loaded. */
  start(page?: Promise<PageStart | null>): Promise<void>;
  /** Returns the seconds to wait before the user can be loaded, when the last attempt was one too many; else null. */
  secondsToWait(): number | null;
  /** Resolves when the user record is loaded, or the failure stored. */
  signIn(email: string, password: string): Promise<SignInResult>;
  signUp(person: SignUp): Promise<SignInResult>;
  /** Signs in by more or other than a password: `attempt` calls the provider. */
  signInWith(attempt: () => Promise<Account | null>): Promise<SignInResult>;
  /** Resolves with true when the session has ended. */
  signOut(): Promise<boolean>;
}

/**
 * Returns the user stored at sign-in before the record is loaded: the role is fixed to user (specification section
 * 3).
 */
function firstUser(account: Account): SessionUser {
  return { ...account, role: 'user', developerName: null, developerType: null, onboardingCompleted: false };
}

/** Returns the error's message in the page's language, or the fallback. */
function textOf(error: unknown, fallback: string): string {
  const wait = limitSeconds(error);
  if (wait !== null) return limitText(wait);
  return error instanceof Error && error.message.trim() !== '' ? error.message : fallback;
}

/** Connects the store to the identity provider: each change of user loads the user record and sets the user. */
export function createSession({ dispatch }: Store, { auth, functions, documents }: Backend): SessionActions {
  let reading: Promise<void> = Promise.resolve();
  // Undefined until it is known who is signed in. Data loaded before belongs to no other user.
  let latest: Account | null | undefined;
  /** What the page starts with, until it is used. */
  let first: PageStart['own'];
  let failure: unknown;

  function failToRead(error: unknown): void {
    failure = error;
    dispatch(authActions.setError(textOf(error, t`Failed to fetch user data`)));
  }

  function keepFirst(page: PageStart | null): PageStart | null {
    first = page?.own;
    return page;
  }

  async function readRecord(account: Account): Promise<void> {
    dispatch(authActions.setLoading(true));
    try {
      const known = first?.['users.me']?.user.uid === account.uid ? first : {};
      const record = known['users.me'] ?? (await functions.call('users.me', {}));
      if (latest !== account) return;
      documents.keep({ ...known, 'users.me': record });
      dispatch(authActions.setUser(sessionUserOf(record.user)));
    } catch (error) {
      if (latest !== account) return;
      // The user stored at sign-in is incomplete. Shown as a record, it would send existing users to onboarding.
      dispatch(authActions.setUser(null));
      failToRead(error);
    }
  }

  auth.onAuthStateChanged((account) => {
    if (latest !== undefined && account?.uid !== latest?.uid) documents.clear();
    latest = account;
    if (account === null) dispatch(authActions.setUser(null));
    else reading = readRecord(account);
  });

  async function signInWith(attempt: () => Promise<Account | null>): Promise<SignInResult> {
    dispatch(authActions.signInStarted());
    try {
      const account = await attempt();
      if (account === null) {
        dispatch(authActions.setUser(null));
        return 'second-factor';
      }
      dispatch(authActions.signInSucceeded(firstUser(account)));
      await reading;
      return 'signed-in';
    } catch (error) {
      dispatch(authActions.signInFailed(textOf(error, t`Failed to sign in`)));
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  return {
    async start(page) {
      dispatch(authActions.setLoading(true));
      try {
        await auth.start(page?.then(keepFirst));
        first = undefined;
        await reading;
      } catch (error) {
        failToRead(error);
      }
    },
    secondsToWait: () => limitSeconds(failure),
    signIn: (email, password) => signInWith(() => auth.signIn(email, password)),
    signUp: (person) => signInWith(() => auth.signUp(person)),
    signInWith,
    async signOut() {
      dispatch(authActions.signOutStarted());
      try {
        await auth.signOut();
        dispatch(authActions.signOutSucceeded());
        return true;
      } catch (error) {
        dispatch(authActions.signOutFailed(textOf(error, t`Failed to sign out`)));
        return false;
      }
    },
  };
}

/** The session of the page, provided by `main.tsx`. */
export const SessionContext = createContext<SessionActions | null>(null);

/** Returns the page's session. */
export function useSession(): SessionActions {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession is used outside of SessionContext.');
  return session;
}
