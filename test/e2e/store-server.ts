import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedDatabase, embeddedDatabase } from '#test/support/embedded-database.ts';
import { type ReceivedMail, startMailServer } from '#test/support/mail-server.ts';
import { createPeople, type People } from '#test/support/people.ts';
import {
  type Environment,
  makeDataDirectory,
  startServerProcess,
  TEST_SETTINGS,
} from '#test/support/server-process.ts';

/** A whole store as operators start it: one process with its own database and files. */
export interface StoreServer extends People, AsyncDisposable {
  /** With the base path and a slash at its end. */
  readonly url: string;
  /** The one-time link to create the first admin; null where there is one. */
  readonly setupLink: string | null;
  readonly dataDir: string;
  readonly database: EmbeddedDatabase;
  /** Stops the server and starts it again at the same address, after `meanwhile`. */
  restart(meanwhile?: () => Promise<unknown>): Promise<void>;
}

export interface StoreServerOptions {
  readonly basePath?: string;
  /** Without an admin the server prints its one-time link. */
  readonly withoutAdmin?: boolean;
  /** Lets webhooks and push notifications go to the test's own receiver. */
  readonly allowPrivateAddresses?: boolean;
  /** Sends its emails by a mail server, which keeps them where a store without one does (`awaitEmail`). */
  readonly sendsEmail?: boolean;
  /** More environment variables. */
  readonly env?: Environment;
}

/** Starts a server on a free port with a temporary data directory; disposing stops it and removes that. */
export async function startStoreServer({
  basePath,
  withoutAdmin = false,
  allowPrivateAddresses = false,
  sendsEmail = false,
  env,
}: StoreServerOptions = {}): Promise<StoreServer> {
  await using opening = new AsyncDisposableStack();
  const { path: dataDir } = opening.use(await makeDataDirectory());
  const outbox = join(dataDir, 'outbox');
  const mail = sendsEmail ? opening.use(await startMailServer((one) => keepEmail(outbox, one))) : null;
  const variables = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ...TEST_SETTINGS,
    BASE_PATH: basePath,
    ...(withoutAdmin && { ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined }),
    ...(mail && { SMTP_URL: mail.url, MAIL_FROM: 'store@quayside.example' }),
    ...(allowPrivateAddresses && { WEBHOOKS_ALLOW_PRIVATE: 'true' }),
    ...env,
  };
  let server = await startServerProcess(variables);
  opening.defer(() => server[Symbol.asyncDispose]());
  if (sendsEmail) await mkdir(outbox, { recursive: true });
  const { url } = server;
  const database = embeddedDatabase(dataDir);
  const opened = opening.move();
  return {
    url,
    setupLink: withoutAdmin ? await server.setupLink : null,
    dataDir,
    database,
    ...createPeople({ url, database }),
    async restart(meanwhile) {
      await server[Symbol.asyncDispose]();
      await meanwhile?.();
      server = await startServerProcess({ ...variables, PORT: new URL(url).port });
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function keepEmail(outbox: string, { content }: ReceivedMail): Promise<void> {
  await writeFile(join(outbox, `${Date.now()}-${randomUUID()}.eml`), content);
}
