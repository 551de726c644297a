import { CHANGES_HEADER, type DataArea } from '#shared/data-areas.ts';
import { CallError, codeForStatus } from '#shared/errors.ts';
import { writeSentence } from '#shared/languages/sentence.ts';
import { t } from '#shared/languages/translate.ts';
import type { PageStart } from '#shared/page-start.ts';
import type { Changes } from './refreshes.ts';
import { type Send, type SendInit, send } from './send.ts';
import { createTokenKeeper } from './token-keeper.ts';

/** The signed-in user according to the identity provider. */
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
  /**
   * Notifies the listeners of the signed-in user, or of null without a session. Loads the session, unless the start of
   * the page brought it.
   */
  start(page?: Promise<PageStart | null>): Promise<void>;
  /**
   * Throw a CallError with the provider's text, or an empty one without it; its `details` are the
   * rest of the result. Signing in returns null while the provider waits for a second factor.
   */
  signIn(email: string, password: string): Promise<Account | null>;
  signUp(person: SignUp): Promise<Account>;
  /** Signs in by another endpoint of the provider, such as `two-factor/verify-totp`. */
  signInBy(path: string, body: object): Promise<Account>;
  signOut(): Promise<void>;
  /** Calls any other endpoint of the provider: with a body by POST, after which the next call gets a new token. */
  request<Result>(path: string, body?: object): Promise<Result>;
  /**
   * Sends a request to an address of the backend with the user's token, if signed in. A rejected token is renewed
   * once and the request repeated; if the new one is rejected too, the session ends. Throws `unauthenticated` when the
   * user signs out before the request has a token. `by` replaces `fetch`.
   */
  fetch(address: string, init?: SendInit, by?: Send): Promise<Response>;
  /** Calls back when another user signs in or out, in any tab; returns a function to stop. */
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

/** Returns the user of a session; null without one. */
function accountIn(session: PageStart['session']): Account | null {
  const { user } = (session ?? {}) as { user?: ProviderUser };
  return user ? accountOf(user) : null;
}

const UNAUTHORIZED = 401;
/** The provider's code for calls that require reauthentication (reason `reauthentication`). */
const REAUTHENTICATION_CODE = 'REAUTHENTICATION_REQUIRED';

/** The provider's own messages that people see, by its codes. */
const PROVIDER_MESSAGES: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: t`Invalid email or password`,
};

function withToken(init: SendInit, token: string | null): SendInit {
  if (token === null) return init;
  return { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } };
}

/** Returns the data that a request changed, from its response; null for none. */
function changesOf({ headers }: Response): Changes | null {
  const areas = headers.get(CHANGES_HEADER)?.split(',') as DataArea[] | undefined;
  const requestId = headers.get('X-Request-Id');
  return areas ? { areas, ...(requestId !== null && { requestId }) } : null;
}

/** Sends a request with the session's cookie and without a token; with a body by POST. */
function sendWithCookie(url: URL, body?: object): Promise<Response> {
  return fetch(url, {
    credentials: 'same-origin',
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
}

/** Returns the data of an identity provider's response. */
async function readResponse(response: Response): Promise<unknown> {
  const result: unknown = await response.json().catch(() => null);
  if (response.ok) return result;
  const { message, ...details } = (result ?? {}) as Record<string, unknown>;
  const code = codeForStatus(response.status);
  const text =
    PROVIDER_MESSAGES[String(details['code'])] ??
    writeSentence(details['sentence'], typeof message === 'string' ? message : '');
  throw new CallError(code === 'ok' ? 'internal' : code, text, {
    ...details,
    ...(details['code'] === REAUTHENTICATION_CODE && { reason: 'reauthentication' }),
  });
}

/**
 * Returns the client of the identity provider at `{baseUrl}auth/`. It uses the plain endpoints, because the
 * provider's library is large. `onChanges` gets the data that a request changed, with its response, and the body of the
 * request.
 */
export function createAuth(
  baseUrl: string,
  onChanges: (changes: Changes, body: unknown) => unknown = () => undefined,
): Auth {
  const endpoint = (name: string) => new URL(`auth/${name}`, baseUrl);
  const listeners = new Set<(account: Account | null) => void>();
  const tabs = new BroadcastChannel(`auth ${new URL(baseUrl).pathname}`);
  const notifyTabs = tabs.postMessage.bind(tabs);
  let current: Account | null = null;
  /** The last sign-out, which may be under way. */
  let ending: Promise<unknown> | undefined;

  function noteChanges(response: Response, body: unknown): Response {
    const changes = changesOf(response);
    if (changes) onChanges(changes, body);
    return response;
  }

  /** Calls an endpoint of the identity provider below `{base}auth/`; with a body by POST. */
  async function ask(url: URL, body?: object): Promise<unknown> {
    const response = await sendWithCookie(url, body);
    // Changes of how a user signs in may replace the session, before anything is refetched.
    if (body !== undefined) tokens.forget();
    return readResponse(noteChanges(response, body));
  }

  const tokens = createTokenKeeper(async () => {
    // The provider rejects a request for the token of a session that is ending, which the browser would report.
    await ending?.catch(() => undefined);
    if (current === null) throw new CallError('unauthenticated', '');
    try {
      const result = (await ask(endpoint('token'))) as { token?: unknown } | null;
      return typeof result?.token === 'string' ? result.token : null;
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'unauthenticated') throw error;
      expire();
      return null;
    }
  });

  function change(account: Account | null, from: 'here' | 'other tab' | 'start' = 'here', token?: string) {
    current = account;
    tokens.forget();
    if (token !== undefined) tokens.keep(token);
    if (from === 'here') notifyTabs(account?.uid ?? null);
    for (const listener of listeners) listener(account);
  }

  function expire() {
    if (current !== null) change(null);
  }

  const getToken = () => (current === null ? Promise.resolve(null) : tokens.get());

  async function fetchAsUser(address: string, init: SendInit = {}, by: Send = send): Promise<Response> {
    const url = new URL(address, baseUrl);
    const token = init.isAnonymous ? null : await getToken();
    const response = noteChanges(await by(url, withToken(init, token)), init.body);
    if (response.status !== UNAUTHORIZED || token === null) return response;
    const renewed = await tokens.renew(token);
    if (renewed === null) {
      expire();
      return response;
    }
    await response.body?.cancel();
    const repeated = noteChanges(await by(url, withToken(init, renewed)), init.body);
    if (repeated.status === UNAUTHORIZED) expire();
    return repeated;
  }

  async function sessionAccount(): Promise<Account | null> {
    return accountIn((await ask(endpoint('get-session'))) as PageStart['session']);
  }

  tabs.addEventListener('message', ({ data: uid }: MessageEvent<string | null>) => {
    if (uid === (current?.uid ?? null)) return;
    if (uid === null) change(null, 'other tab');
    else void sessionAccount().then((account) => change(account, 'other tab'), console.error);
  });

  return {
    async start(page) {
      const before = current;
      const known = await page;
      const account = known ? accountIn(known.session) : await sessionAccount();
      // Someone has signed in meanwhile.
      if (current !== before) return;
      change(account, 'start', known?.token);
    },
    async signIn(email, password) {
      const result = (await ask(endpoint('sign-in/email'), { email, password })) as { user?: ProviderUser };
      if (result.user === undefined) return null;
      const account = accountOf(result.user);
      change(account);
      return account;
    },
    async signUp(person) {
      const result = (await ask(endpoint('sign-up/email'), person)) as { user: ProviderUser };
      const account = accountOf(result.user);
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
    async request<Result>(path: string, body?: object) {
      return (await ask(endpoint(path), body)) as Result;
    },
    async signOut() {
      ending = ask(endpoint('sign-out'), {});
      await ending;
      change(null);
    },
    fetch: fetchAsUser,
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
