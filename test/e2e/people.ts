import { randomInt, randomUUID } from 'node:crypto';
import type { CallInput, CallName, CallResult } from '#shared/calls.ts';
import { ADMIN } from './store-server.ts';

export const PASSWORD = 'a long enough passphrase';

/** Somebody with an account, signed in over HTTP. */
export interface Person {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The session's cookies, as the browser keeps them. */
  readonly cookies: readonly { name: string; value: string; url: string }[];
  readonly token: string;
  /** Makes a call and gives its result; throws when it is refused. */
  call<Name extends CallName>(name: Name, data: CallInput<Name>): Promise<CallResult<Name>>;
}

/** An address that nobody else has, for the limits on sign-in. */
export function ownAddress(): { 'X-Forwarded-For': string } {
  return { 'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
}

async function enter(url: string, path: string, body: object): Promise<Person> {
  const headers = ownAddress();
  const response = await fetch(`${url}auth/${path}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Origin: new URL(url).origin },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  const pairs = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const { user } = (await response.json()) as { user: { id: string; email: string; name: string } };
  const tokenResponse = await fetch(`${url}auth/token`, {
    headers: { ...headers, cookie: pairs.join('; ') },
  });
  const { token } = (await tokenResponse.json()) as { token: string };
  return {
    uid: user.id,
    name: user.name,
    email: user.email,
    password: (body as { password: string }).password,
    cookies: pairs.map((pair) => {
      const split = pair.indexOf('=');
      return { name: pair.slice(0, split), value: pair.slice(split + 1), url };
    }),
    token,
    async call(name, data) {
      const answer = await fetch(`${url}us-central1/${name}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ data }),
      });
      const { result, error } = (await answer.json()) as { result: never; error?: { message: string } };
      if (error !== undefined) throw new Error(`${name} was refused: ${error.message}`);
      return result;
    },
  };
}

/** Signs the store's first admin in. */
export function signInAdmin(url: string): Promise<Person> {
  return enter(url, 'sign-in/email', ADMIN);
}

/** Another session of the same person, for tests that end it. */
export function signInAgain(url: string, { email, password }: Person): Promise<Person> {
  return enter(url, 'sign-in/email', { email, password });
}

function newEmail(name: string): string {
  return `${name.toLowerCase().replaceAll(/\W+/g, '.')}.${randomUUID().slice(0, 8)}@people.example`;
}

/** A new account that has not finished onboarding. */
export function signUp(url: string, name: string, email = newEmail(name)): Promise<Person> {
  return enter(url, 'sign-up/email', { email, password: PASSWORD, name });
}

/** A new account that has finished onboarding: `publish` makes a developer, `look` a plain user. */
export async function onboard(url: string, intent: 'publish' | 'look'): Promise<Person> {
  const person = await signUp(url, intent === 'publish' ? 'Dora Developer' : 'Uma User');
  await person.call('users.completeOnboarding', {
    displayName: person.name,
    developerName: `${person.name} Works`,
    developerType: 'individual',
    intent,
    acceptTerms: true,
  });
  return person;
}
