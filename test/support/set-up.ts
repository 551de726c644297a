import { afterAll, beforeAll } from 'vitest';
import { type MailServer, startMailServer } from './mail-server.ts';
import type { Person } from './people.ts';
import { startTestServer, type TestServer } from './server.ts';

/** Starts a server before the tests of a file and stops it after them. Hooks and tests may use the result. */
export function setUpServer<Server extends AsyncDisposable>(start: () => Promise<Server>): Server {
  const server = {} as Server;
  beforeAll(async () => {
    Object.assign(server, await start());
  });
  afterAll(() => server[Symbol.asyncDispose]?.());
  return server;
}

/** Starts a server in this process before the tests of a file and stops it after them. */
export function setUpTestServer(options?: Parameters<typeof startTestServer>[0]): TestServer {
  return setUpServer(() => startTestServer(options));
}

/** Starts a server in this process and the mail server that it uses before the tests of a file; stops both after them. */
export function setUpMailingServer(): TestServer & { readonly mails: MailServer } {
  return setUpServer(async () => {
    await using opening = new AsyncDisposableStack();
    const mails = opening.use(await startMailServer());
    const server = opening.use(await startTestServer({ env: { SMTP_URL: mails.url } }));
    const opened = opening.move();
    return { ...server, mails, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  });
}

/** Signs a person in before the tests of a file. Hooks and tests may use the result. */
export function setUpPerson(signIn: () => Promise<Person>): Person {
  const person = {} as Person;
  beforeAll(async () => {
    Object.assign(person, await signIn());
  });
  return person;
}
