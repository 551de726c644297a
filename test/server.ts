import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpApp } from '#server/app.ts';
import { createIdentity } from '#server/auth/identity.ts';
import { readConfig } from '#server/config.ts';
import { type Context, openContext } from '#server/context.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { startServer } from '#server/server.ts';
import { prepareFirstAdmin } from '#server/setup/first-admin.ts';
import type { CallInput, CallName, CallResult } from '#shared/calls.ts';
import { findFreePort } from './free-port.ts';
import { createTestDatabase } from './postgres.ts';

export const ADMIN = { email: 'admin@store.example', password: 'the admin passphrase' };
export const PASSWORD = 'a long enough passphrase';

/** What a call was answered with: the result, or the error as the wire carries it. */
export interface Answer<Name extends CallName> {
  readonly status: number;
  readonly headers: Headers;
  readonly result: CallResult<Name>;
  readonly error: { status: string; message: string; details?: Record<string, unknown> };
}

/** Somebody who uses the server over HTTP, signed in or not. */
export interface Person {
  readonly email: string;
  readonly cookie: string;
  readonly token: string;
  readonly uid: string;
  /** Makes a call and gives its result; throws when it is refused. */
  call<Name extends CallName>(name: Name, data: CallInput<Name>): Promise<CallResult<Name>>;
  /** Makes a call and gives whatever came back. */
  tryCall<Name extends CallName>(name: Name, data: unknown): Promise<Answer<Name>>;
  /** Requests a path below the base with the token. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface TestServer extends AsyncDisposable {
  /** With the base path and a slash at its end. */
  readonly url: string;
  readonly context: Context;
  readonly setupLink: string | null;
  readonly nobody: Person;
  signUp(email: string, password?: string): Promise<Person>;
  signIn(email: string, password?: string): Promise<Person>;
  /** A new account that has finished onboarding, with the role that its intent gives. */
  onboard(email: string, intent?: 'publish' | 'look'): Promise<Person>;
  admin(): Promise<Person>;
}

interface TestServerOptions {
  /** Variables of the configuration that differ from the test's own. */
  readonly env?: Record<string, string>;
  /** Without an admin the server makes its one-time set-up link. */
  readonly withoutAdmin?: boolean;
}

/** Starts a whole server on a free port, with a database and a data directory of its own, as users reach it. */
export async function startTestServer({ env, withoutAdmin }: TestServerOptions = {}): Promise<TestServer> {
  await using opening = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-server-'));
  opening.defer(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = await createTestDatabase();
  const port = await findFreePort();
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'fatal',
    TRUST_PROXY: 'true',
    ...(withoutAdmin ? {} : { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }),
    ...env,
  });
  const context = opening.use(await openContext(config));
  const identity = createIdentity(context);
  const setupLink = await prepareFirstAdmin(context, identity);
  opening.use(await startWorker(context));
  const { url } = opening.use(await startServer(context, await createHttpApp(context, identity)));
  opening.defer(context.live.endStreams);
  const opened = opening.move();

  const enter = async (path: string, body: object): Promise<Person> => {
    const response = await fetch(`${url}auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin, ...fromSomewhere() },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const { user } = (await response.json()) as { user: { id: string; email: string } };
    const tokenResponse = await fetch(`${url}auth/token`, { headers: { cookie, ...fromSomewhere() } });
    const { token } = (await tokenResponse.json()) as { token: string };
    return createPerson(url, { email: user.email, uid: user.id, cookie, token });
  };
  const signUp = (email: string, password = PASSWORD) =>
    enter('sign-up/email', { email, password, name: email.split('@')[0] });
  const signIn = (email: string, password = PASSWORD) => enter('sign-in/email', { email, password });

  return {
    url,
    context,
    setupLink,
    nobody: createPerson(url, { email: '', uid: '', cookie: '', token: '' }),
    signUp,
    signIn,
    onboard: async (email, intent = 'publish') => {
      const person = await signUp(email);
      await person.call('users.completeOnboarding', {
        displayName: `Person ${email}`,
        developerName: `Works of ${email}`,
        developerType: 'individual',
        intent,
        acceptTerms: true,
      });
      return person;
    },
    admin: () => signIn(ADMIN.email, ADMIN.password),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Each attempt comes from an address of its own, so that the limits on sign-in meet only the tests about them. */
function fromSomewhere(): Record<string, string> {
  const [a, b, c] = randomBytes(3);
  return { 'X-Forwarded-For': `10.${a}.${b}.${c}` };
}

function createPerson(url: string, known: Pick<Person, 'email' | 'uid' | 'cookie' | 'token'>): Person {
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { ...(known.token && { Authorization: `Bearer ${known.token}` }), ...init.headers },
    });
  const tryCall = async <Name extends CallName>(name: Name, data: unknown): Promise<Answer<Name>> => {
    const response = await request(`us-central1/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    const body = (await response.json()) as Pick<Answer<Name>, 'result' | 'error'>;
    return { status: response.status, headers: response.headers, ...body };
  };
  return {
    ...known,
    fetch: request,
    tryCall,
    call: async (name, data) => {
      const answer = await tryCall(name, data);
      if (answer.error)
        throw new Error(`${name} was refused: ${answer.error.status} ${answer.error.message}`);
      return answer.result;
    },
  };
}
