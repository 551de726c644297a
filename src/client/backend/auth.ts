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
  /**
   * Each throws a CallError with the provider's text, or with an empty one when it gave none; its `details` are the
   * rest of the answer. Signing in gives null while the provider waits for a second factor.
   */
  signIn(email: string, password: string): Promise<Account | null>;
  signUp(person: SignUp): Promise<Account>;
  /** Signs in by another of the provider's endpoints, such as `two-factor/verify-totp`. */
  signInBy(path: string, body: object): Promise<Account>;
  signOut(): Promise<void>;
  /** Asks any other endpoint of the provider; a body makes it a POST, and the next call then takes a new token. */
  request<Answer>(path: string, body?: object): Promise<Answer>;
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

/** The provider's own code for what a call refuses with the reason `step-up`. */
const STEP_UP_CODE = 'STEP_UP_REQUIRED';

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
  const { message, ...details } = (answer ?? {}) as Record<string, unknown>;
  const code = codeForStatus(response.status);
  throw new CallError(code === 'ok' ? 'internal' : code, typeof message === 'string' ? message : '', {
    ...details,
    ...(details['code'] === STEP_UP_CODE && { reason: 'step-up' }),
  });
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
      const answer = (await ask(endpoint('sign-in/email'), { email, password })) as { user?: ProviderUser };
      if (answer.user === undefined) return null;
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
    async signInBy(path, body) {
      await ask(endpoint(path), body);
      const account = await sessionAccount();
      if (account === null) throw new CallError('unauthenticated', '');
      change(account);
      return account;
    },
    async request<Answer>(path: string, body?: object) {
      const answer = await ask(endpoint(path), body);
      // What changes how somebody signs in may replace their session.
      if (body !== undefined) tokens.forget();
      return answer as Answer;
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
