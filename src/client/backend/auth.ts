import { CallError, codeForStatus } from '#shared/errors.ts';
import { createTokenKeeper } from './token-keeper.ts';

/** Whom the identity provider knows the signed-in person as. */
export interface Account {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly photoURL: string | null;
}

export interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

export interface Auth {
  /** Finds out who is signed in and tells the listeners; without a session that is nobody. */
  start(): Promise<void>;
  /** Each throws an Error with the provider's text, or with an empty one when it gave none. */
  signIn(email: string, password: string): Promise<Account>;
  signUp(person: SignUp): Promise<Account>;
  signOut(): Promise<void>;
  /** The bearer token for calls; null while nobody is signed in. */
  getToken(): Promise<string | null>;
  /** A token other than the one refused; null when the session is gone. */
  renewToken(refused: string): Promise<string | null>;
  /** The server refused even a new token: nobody is signed in any more. */
  expire(): void;
  /** Calls back on each change of who is signed in, in this tab or another; gives the way to stop. */
  onAuthStateChanged(listener: (account: Account | null) => void): () => void;
  /** Stops listening to other tabs and refreshing the token. */
  close(): void;
}

interface ProviderUser {
  readonly id: string;
  readonly email: string;
  readonly name?: string | null;
  readonly image?: string | null;
}

function accountOf(user: ProviderUser): Account {
  return {
    uid: user.id,
    email: user.email,
    displayName: user.name || null,
    photoURL: user.image ?? null,
  };
}

/** Asks an endpoint of the identity provider below `{base}auth/`; a body makes it a POST. */
async function ask(url: URL, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    credentials: 'same-origin',
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const message = (answer as { message?: unknown } | null)?.message;
  const code = codeForStatus(response.status);
  throw new CallError(code === 'ok' ? 'internal' : code, typeof message === 'string' ? message : '');
}

/** The identity provider at `{baseUrl}auth/`, by its plain endpoints: its own client library would cost every visitor. */
export function createAuth(baseUrl: string): Auth {
  const endpoint = (name: string) => new URL(`auth/${name}`, baseUrl);
  const listeners = new Set<(account: Account | null) => void>();
  const tabs = new BroadcastChannel(`auth ${new URL(baseUrl).pathname}`);
  const tellTabs = tabs.postMessage.bind(tabs);
  let current: Account | null = null;
  const tokens = createTokenKeeper(async () => {
    try {
      const answer = (await ask(endpoint('token'))) as { token?: unknown } | null;
      return typeof answer?.token === 'string' ? answer.token : null;
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'unauthenticated') throw error;
      expire();
      return null;
    }
  });

  function change(account: Account | null, from: 'here' | 'other tab' = 'here') {
    current = account;
    tokens.forget();
    if (from === 'here') tellTabs(account?.uid ?? null);
    for (const listener of listeners) listener(account);
  }

  function expire() {
    if (current !== null) change(null);
  }

  async function sessionAccount(): Promise<Account | null> {
    const session = (await ask(endpoint('get-session'))) as { user?: ProviderUser } | null;
    return session?.user ? accountOf(session.user) : null;
  }

  tabs.addEventListener('message', ({ data: uid }: MessageEvent<string | null>) => {
    if (uid === (current?.uid ?? null)) return;
    if (uid === null) change(null, 'other tab');
    else void sessionAccount().then((account) => change(account, 'other tab'), console.error);
  });

  return {
    async start() {
      const account = await sessionAccount();
      current = account;
      for (const listener of listeners) listener(account);
    },
    async signIn(email, password) {
      const answer = (await ask(endpoint('sign-in/email'), { email, password })) as { user: ProviderUser };
      const account = accountOf(answer.user);
      change(account);
      return account;
    },
    async signUp(person) {
      const answer = (await ask(endpoint('sign-up/email'), person)) as { user: ProviderUser };
      const account = accountOf(answer.user);
      change(account);
      return account;
    },
    async signOut() {
      await ask(endpoint('sign-out'), {});
      change(null);
    },
    getToken: () => (current === null ? Promise.resolve(null) : tokens.get()),
    renewToken: (refused) => tokens.renew(refused),
    expire,
    onAuthStateChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      tokens.forget();
      tabs.close();
    },
  };
}
