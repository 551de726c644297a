import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { copiesOf } from '#server/platform/context.ts';
import { openStorage } from '#server/platform/open-storage.ts';
import { S3Client } from '#server/platform/storage/s3/client.ts';
import { findFreePort } from '#test/support/free-port.ts';
import { type MailServer, startMailServer } from '#test/support/mail-server.ts';
import { createPeople } from '#test/support/people.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { makeDataDirectory, SERVER_ENVIRONMENT } from '#test/support/server-process.ts';
import type { CheckedStore } from '../faults/invariants.ts';
import { type KeptServer, startKeptServer } from '../faults/kept-server.ts';
import { type Radosgw, startRadosgw } from '../s3/radosgw.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type DatabasePair, startDatabasePair } from './database-pair.ts';

const SERVERS = 3;
const WORKERS = 2;

/** A process of the cluster. */
export interface Member extends KeptServer {
  readonly role: 'server' | 'worker';
}

/** Servers and workers on one database and one bucket, behind a balancer. */
export interface Cluster extends CheckedStore, AsyncDisposable {
  /** The public address, which is the balancer's. */
  readonly url: string;
  readonly members: readonly Member[];
  readonly database: DatabasePair;
  readonly bucket: Radosgw;
  readonly balancer: Balancer;
  readonly mails: MailServer;
  readonly receiver: Receiver;
  /** The configuration that all members share, for an operator's commands. */
  readonly env: NodeJS.ProcessEnv;
}

/** Starts everything; disposing stops it and removes its data. */
export async function startCluster(): Promise<Cluster> {
  await using opening = new AsyncDisposableStack();
  const bucket = opening.use(await startRadosgw());
  const database = opening.use(await startDatabasePair());
  const mails = opening.use(await startMailServer());
  const receiver = opening.use(await startReceiver());
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/quayside/`;
  const env = {
    DATABASE_URL: database.url,
    SECRET: randomBytes(32).toString('hex'),
    STORAGE_URL: 's3://quayside/store',
    S3_ENDPOINT: bucket.endpoint,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    PUBLIC_URL: url,
    SMTP_URL: mails.url,
    WEBHOOKS_ALLOW_PRIVATE: 'true',
    DISK_RESERVE_MB: '0',
    // A test that crashes leaves nothing behind.
    QUAYSIDE_PARENT_PID: String(process.pid),
  };
  const config = readConfig(env);
  await createBucket(config);

  const members: Member[] = [];
  for (const role of [
    ...Array.from({ length: SERVERS }, () => 'server' as const),
    ...Array.from({ length: WORKERS }, () => 'worker' as const),
  ]) {
    const data = opening.use(await makeDataDirectory());
    const own = { PORT: String(await findFreePort()), DATA_DIR: data.path, ROLE: role, LOG_LEVEL: 'warn' };
    const member = opening.use(await startKeptServer({ ...SERVER_ENVIRONMENT, ...env, ...own }));
    members.push(Object.assign(member, { role }));
  }
  const urls = members.filter(({ role }) => role === 'server').map((server) => server.url);
  const origins = urls.map((address) => new URL(new URL(address).origin));
  const balancer = opening.use(
    await startBalancer({ port, servers: origins, readyPath: `${config.basePath}readyz` }),
  );
  const { pool } = database;
  const opened = opening.move();
  return {
    url,
    urls,
    members,
    database,
    bucket,
    balancer,
    mails,
    receiver,
    env,
    pool,
    people: createPeople({ url, database: pool }),
    storage: await openStorage(config.storage, { copies: copiesOf(config), clock: () => new Date() }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function createBucket({ storage }: Config): Promise<void> {
  if (storage.kind !== 's3') throw new Error('a cluster needs a bucket');
  await new S3Client({ ...storage, prefix: '' }).sendForHeaders({ method: 'PUT' });
}

/** Kills a process and starts it again, as a supervisor does, until it runs. */
export async function killAndRestart(member: Member, pauseMs: number): Promise<void> {
  member.process.kill('SIGKILL');
  await sleep(pauseMs);
  while (
    !(await member.restart().then(
      () => true,
      () => false,
    ))
  )
    await sleep(1_000);
}
