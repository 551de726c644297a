import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '../support/free-port.ts';

const run = promisify(execFile);

/** Time for the whole cluster to start. */
const START_MS = 120_000;
const PAUSE_MS = 300;

/** Ceph's S3 server, with one user. */
export interface Radosgw extends AsyncDisposable {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Kills the S3 server; its objects stay. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
}

/** Starts Ceph's S3 server on loopback, over one monitor and one object daemon that keeps its objects in memory. */
export async function startRadosgw(): Promise<Radosgw> {
  await using opening = new AsyncDisposableStack();
  const opened = opening.use(new AsyncDisposableStack());
  const folder = await mkdtemp(join(tmpdir(), 'quayside-ceph-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const [monitorPort, port] = [await findFreePort(), await findFreePort()];
  const [fsid, osdId, accessKeyId, secretAccessKey] = [randomUUID(), randomUUID(), 'TESTKEY', randomUUID()];
  const [keyring, map] = [join(folder, 'keyring'), join(folder, 'monmap')];
  const env = { PATH: process.env['PATH'] ?? '', CEPH_CONF: join(folder, 'ceph.conf') };
  const command = (program: string, ...args: string[]) => run(program, args, { env, timeout: START_MS });
  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, [...args, '-f'], { env, stdio: 'ignore' });
    opened.defer(() => end(child));
    // A test that crashes must leave nothing behind.
    process.once('exit', () => child.kill('SIGKILL'));
    return child;
  };

  for (const name of ['mon', 'osd']) await mkdir(join(folder, name));
  await writeFile(env.CEPH_CONF, configuration({ folder, fsid, monitorPort }));
  await command(
    'ceph-authtool',
    '--create-keyring',
    keyring,
    '--gen-key',
    '-n',
    'mon.',
    '--cap',
    'mon',
    'allow *',
  );
  for (const [name, monitor] of [
    ['client.admin', 'allow *'],
    ['osd.0', 'allow profile osd'],
  ] as const) {
    await command(
      'ceph-authtool',
      keyring,
      '--gen-key',
      '-n',
      name,
      '--cap',
      'mon',
      monitor,
      '--cap',
      'osd',
      'allow *',
    );
  }
  const address = `[v2:127.0.0.1:${monitorPort}]`;
  await command('monmaptool', '--create', '--addv', 'a', address, '--fsid', fsid, map);
  await command('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring);
  start('ceph-mon', '-i', 'a');
  await command('ceph', 'osd', 'new', osdId, '0');
  await command('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osdId);
  start('ceph-osd', '-i', '0');
  const startGateway = () =>
    start('radosgw', '-n', 'client.admin', `--rgw-frontends=beast endpoint=127.0.0.1:${port}`);
  let gateway = startGateway();
  const user = ['--uid=quayside', '--display-name=Quayside'];
  await command(
    'radosgw-admin',
    'user',
    'create',
    ...user,
    `--access-key=${accessKeyId}`,
    `--secret-key=${secretAccessKey}`,
  );
  const endpoint = `http://127.0.0.1:${port}`;
  await waitUntilReady(endpoint);

  const running = opening.move();
  return {
    endpoint,
    accessKeyId,
    secretAccessKey,
    kill: () => end(gateway),
    async restart() {
      gateway = startGateway();
      await waitUntilReady(endpoint);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function configuration({ folder, fsid, monitorPort }: { folder: string; fsid: string; monitorPort: number }) {
  return `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitorPort}]
public network = 127.0.0.0/8
keyring = ${folder}/keyring
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd crush chooseleaf type = 0
mon allow pool size one = true
osd objectstore = memstore
memstore device bytes = 4294967296
run dir = ${folder}
log file = ${folder}/$name.log
admin socket = ${folder}/$name.$pid.asok
pid file = ${folder}/$name.pid
mon data = ${folder}/mon
osd data = ${folder}/osd
`;
}

async function waitUntilReady(endpoint: string): Promise<void> {
  const until = performance.now() + START_MS;
  for (;;) {
    const isReady = await fetch(endpoint).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (performance.now() > until) throw new Error('radosgw did not start');
    await sleep(PAUSE_MS);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
