import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYSTEM } from '#server/catalog/lifecycle/actor.ts';
import { changeVersion } from '#server/catalog/lifecycle/change-version.ts';
import { analyseVersion } from '#server/catalog/versions/analyse.ts';
import { lockVersion, packageKey } from '#server/catalog/versions/queries.ts';
import type { LiveHub } from '#server/delivery/live/hub.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { type Context, type ContextOptions, openContext, useJobs } from '#server/platform/context.ts';
import { startQuayside } from '#server/start.ts';
import { setDatabaseTimeouts } from './database-timeouts.ts';
import { findFreePort } from './free-port.ts';
import { openAccount } from './open-account.ts';
import { setPasswordCost } from './password-cost.ts';
import { ADMIN, createPeople, type People, type Person } from './people.ts';
import { createTestDatabase } from './postgres.ts';
import { shareProcesses } from './share-processes.ts';
import { testOutput } from './test-output.ts';

/** The first admin has one session, which all tests share. */
export interface TestServer extends People, AsyncDisposable {
  /** With the base path and a slash at its end. */
  readonly url: string;
  readonly dataDir: string;
  readonly context: Context;
  readonly live: LiveHub;
  readonly setupLink: string | null;
}

interface TestServerOptions extends ContextOptions {
  /** Environment variables that differ from the defaults below. */
  readonly env?: Record<string, string>;
  /** Creates no admin, so that the server makes its one-time set-up link. */
  readonly withoutAdmin?: boolean;
  /** Uses the database time-outs of production, which a loaded machine may exceed by itself. */
  readonly hasProductionTimeouts?: boolean;
}

/** Starts a whole server in this process, on a free port, with a database and a data directory of its own. */
export async function startTestServer({
  env,
  withoutAdmin,
  readFileSystem,
  hasProductionTimeouts = false,
}: TestServerOptions = {}): Promise<TestServer> {
  await using opening = new AsyncDisposableStack();
  setDatabaseTimeouts(hasProductionTimeouts ? 'production' : 'patient');
  setPasswordCost('low');
  const dataDir = await mkdtemp(join(tmpdir(), 'quayside-server-'));
  opening.defer(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = await createTestDatabase();
  const port = await findFreePort();
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'true',
    ...(withoutAdmin ? {} : { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }),
    ...env,
  });
  const context = opening.use(await openContext(config, { readFileSystem, logDestination: testOutput }));
  shareProcesses(context.services);
  const { url, setupLink, live } = opening.use(await startQuayside(context));
  const opened = opening.move();
  const people = createPeople({
    url,
    database: context.pool,
    receivePackage: (versionId, bytes) => receivePackage(useJobs(context), versionId, bytes),
    openAccount: (account) => openAccount(context, account),
  });
  let admin: Promise<Person> | null = null;

  return {
    url,
    dataDir,
    context,
    live,
    setupLink,
    ...people,
    admin: () => (admin ??= people.admin()),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Does for a whole file what an upload and its job do: most of their time is transfer, queue and waiting. */
async function receivePackage(context: Context, versionId: string, bytes: Uint8Array): Promise<void> {
  await context.storage.put(packageKey(versionId), bytes);
  await context.db.transaction(async (tx) => {
    const { version } = await lockVersion(tx, versionId);
    const set = { receivedBytes: version.size };
    await changeVersion(tx, version, { action: 'completeUpload', by: SYSTEM, set });
  });
  await analyseVersion(context, versionId, context.stopping.signal);
}
