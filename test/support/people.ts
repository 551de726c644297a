import { randomInt, randomUUID } from 'node:crypto';
import type { CallInput, CallName, CallResult } from '#shared/calls.ts';
import { REASONS } from '#shared/reasons.ts';
import { completeListing } from './complete-listing.ts';
import type { OpenedAccount } from './open-account.ts';
import { callUntilServed } from './patience.ts';

export const ADMIN = { email: 'admin@store.example', password: 'the admin passphrase' };
export const PASSWORD = 'a long enough passphrase';

/** The response to a call: the result, or the error as it is sent. */
export interface CallResponse<Name extends CallName> {
  readonly status: number;
  readonly headers: Headers;
  readonly result: CallResult<Name>;
  readonly error: { status: string; message: string; details?: Record<string, unknown> };
}

/** A person who uses a server over HTTP, signed in or not. */
export interface Person {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The session's cookies, as browsers keep them. */
  readonly cookies: readonly { name: string; value: string; url: string }[];
  /** The same cookies as the value of a header. */
  readonly cookie: string;
  readonly token: string;
  /** Makes a call and returns its result; throws when it fails. Gets a new token, and reauthenticates, if necessary. */
  call<Name extends CallName>(name: Name, data: CallInput<Name>): Promise<CallResult<Name>>;
  /** Makes a call and returns its response, whatever it is. */
  tryCall<Name extends CallName>(name: Name, data: unknown): Promise<CallResponse<Name>>;
  /** Requests a path below the base with the token. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** See `PeopleOptions`. */
  readonly receivePackage: PeopleOptions['receivePackage'];
}

/** An account to create. What is missing is made up. */
export interface NewAccount {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
  readonly developer?: { readonly name: string; readonly type: 'individual' | 'organisation' };
}

type Intent = CallInput<'users.completeOnboarding'>['intent'];

/** The names of people who are given neither a name nor an address. */
const NAMES: Record<Intent, string> = { publish: 'Dora Developer', browse: 'Uma User' };

/** Fails the test of a call whose error has a reason that is not documented. */
function requireKnownReason(reason: unknown): void {
  if (reason === undefined || Object.hasOwn(REASONS, String(reason))) return;
  throw new Error(`The reason "${reason}" isn’t in reasons.ts.`);
}

/** Creates accounts at a server and signs in to them. */
export interface People {
  /** A person without an account. */
  readonly nobody: Person;
  signUp(account: string | NewAccount): Promise<Person>;
  signIn(email: string, password?: string): Promise<Person>;
  /** Signs in again: a session of its own, for tests that end it. */
  signInAgain(person: Person): Promise<Person>;
  /** Confirms an address without an email. */
  confirmEmail(email: string): Promise<void>;
  /** Creates an account with a confirmed address that has finished onboarding: `publish` makes a developer. */
  onboard(account?: string | NewAccount, intent?: Intent): Promise<Person>;
  admin(): Promise<Person>;
  /** Fills the gaps of an app's listing, so that its first version can be submitted. */
  completeListing(appId: string): Promise<void>;
}

/** A server, in this process or in another. */
export interface PeopleOptions {
  /** With the base path and a slash at its end. */
  readonly url: string;
  /** The address in browsers, where it differs. */
  readonly publicUrl?: string | undefined;
  readonly database: Database;
  /** Inspects the whole file of an announced version at once, at a server in this process: without a transfer and a job. */
  readonly receivePackage?: ((versionId: string, bytes: Uint8Array) => Promise<void>) | undefined;
  /** Opens an onboarded account at a server in this process at once, and returns its id with a session's cookie. */
  readonly openAccount?: ((account: OpenedAccount) => Promise<Pick<Person, 'uid' | 'cookie'>>) | undefined;
}

export interface Database {
  query(statement: string, values?: unknown[]): Promise<unknown>;
}

/** Returns the ways to get an account at a server, over HTTP as everyone does. */
export function createPeople(server: PeopleOptions): People {
  const { url, publicUrl = url, database } = server;
  const enter = async (path: string, account: { email: string; password: string; name?: string }) => {
    const response = await callUntilServed(() =>
      fetch(`${url}auth/${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Origin: new URL(publicUrl).origin,
          ...randomAddress(),
        },
        body: JSON.stringify(account),
      }),
    );
    if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${await response.text()}`);
    const pairs = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const { user } = (await response.json()) as { user: { id: string; email: string; name: string } };
    const { id: uid, name, email } = user;
    const known = { uid, name, email, password: account.password, cookie: pairs.join('; ') };
    return createPerson(server, { ...known, ...(await fetchToken(url, known.cookie)) });
  };
  const signUp = (account: string | NewAccount) => {
    const { name, email = newEmail(name), password = PASSWORD } = asAccount(account);
    return enter('sign-up/email', { email, password, name: name ?? nameOf(email) });
  };
  const signIn = (email: string, password = PASSWORD) => enter('sign-in/email', { email, password });
  const confirmEmail = async (email: string) => {
    await database.query('UPDATE auth_users SET email_verified = true WHERE email = lower($1)', [email]);
  };

  return {
    nobody: createPerson(server, { uid: '', name: '', email: '', password: '', cookie: '', token: '' }),
    signUp,
    signIn,
    signInAgain: ({ email, password }) => signIn(email, password),
    confirmEmail,
    onboard: async (account = {}, intent = 'publish') => {
      const { email: ownEmail, password = PASSWORD, developer, ...given } = asAccount(account);
      const { name = ownEmail ? undefined : NAMES[intent] } = given;
      const email = (ownEmail ?? newEmail(name)).toLowerCase();
      const onboarding: CallInput<'users.completeOnboarding'> = {
        displayName: name ?? `Person ${email}`,
        developerName: developer?.name ?? (name ? `${name} Works` : `Works of ${email}`),
        developerType: developer?.type ?? 'individual',
        intent,
        acceptTerms: true,
      };
      const signedUp = { email, password, name: name ?? nameOf(email) };
      if (server.openAccount) {
        const opened = await server.openAccount({ ...signedUp, onboarding });
        return createPerson(server, { ...signedUp, ...opened, ...(await fetchToken(url, opened.cookie)) });
      }
      const person = await signUp(signedUp);
      await confirmEmail(email);
      await person.call('users.completeOnboarding', onboarding);
      return person;
    },
    admin: () => signIn(ADMIN.email, ADMIN.password),
    completeListing: (appId) => completeListing(database, appId),
  };
}

/** Returns the headers of a request from a random address, so that only tests about rate limits reach them. */
export function randomAddress(): { 'X-Forwarded-For': string } {
  return { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
}

function asAccount(account: string | NewAccount): NewAccount {
  return typeof account === 'string' ? { email: account } : account;
}

/** Returns the name of a person who is given an address alone. */
function nameOf(email: string): string {
  return email.split('@')[0] as string;
}

function newEmail(name = 'somebody'): string {
  return `${name.toLowerCase().replaceAll(/\W+/g, '.')}.${randomUUID().slice(0, 8)}@people.example`;
}

/** Fetches a token, and the cookies afterwards: a session is replaced when its person's privileges have changed. */
async function fetchToken(url: string, cookie: string): Promise<{ token: string; cookie: string }> {
  const response = await callUntilServed(() =>
    fetch(`${url}auth/token`, { headers: { cookie, ...randomAddress() } }),
  );
  // Without a session there is no token.
  const body = (await response.json().catch(() => null)) as { token?: string } | null;
  const cookies = new Map(cookie.split('; ').map(splitCookie));
  for (const line of response.headers.getSetCookie()) cookies.set(...splitCookie(line.split(';')[0] ?? ''));
  return {
    token: body?.token ?? '',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
}

/** Splits a pair at its first equals sign; values may contain more. */
function splitCookie(pair: string): [string, string] {
  const split = pair.indexOf('=');
  return [pair.slice(0, split), pair.slice(split + 1)];
}

type KnownPerson = Pick<Person, 'uid' | 'name' | 'email' | 'password' | 'cookie' | 'token'>;

function createPerson({ url, receivePackage }: PeopleOptions, known: KnownPerson): Person {
  const { uid, name: ownName, email, password } = known;
  let { token, cookie } = known;
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { ...(token && { Authorization: `Bearer ${token}` }), ...init.headers },
    });
  const tryCall = async <Name extends CallName>(name: Name, data: unknown): Promise<CallResponse<Name>> => {
    const response = await request(`us-central1/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    const body = (await response.json()) as Pick<CallResponse<Name>, 'result' | 'error'>;
    requireKnownReason(body.error?.details?.reason);
    return { status: response.status, headers: response.headers, ...body };
  };
  return {
    uid,
    name: ownName,
    email,
    password,
    get cookie() {
      return cookie;
    },
    get cookies() {
      return cookie.split('; ').map((pair) => {
        const [name, value] = splitCookie(pair);
        return { name, value, url };
      });
    },
    get token() {
      return token;
    },
    fetch: request,
    receivePackage,
    tryCall,
    call: async (name, data) => {
      let response = await callUntilServed(() => tryCall(name, data));
      if (response.error?.status === 'UNAUTHENTICATED' && cookie) {
        // Browser tests share people for longer than a token lasts.
        ({ token, cookie } = await fetchToken(url, cookie));
        response = await callUntilServed(() => tryCall(name, data));
      }
      if (response.error?.details?.reason === 'reauthentication') {
        // For longer than an authentication lasts, too.
        await tryCall('sessions.reauthenticate', { password });
        response = await callUntilServed(() => tryCall(name, data));
      }
      const { result, error } = response;
      if (error) throw new Error(`${name} was rejected: ${error.status} ${error.message}`);
      return result;
    },
  };
}
