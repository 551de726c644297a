import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isRunning } from '#server/platform/process/stopping.ts';
import { embeddedDatabase } from '#test/support/embedded-database.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { type InstalledRelease, installRelease } from '#test/support/installed-release.ts';
import { waitUntil } from '#test/support/patience.ts';
import { createPeople } from '#test/support/people.ts';
import { readProcessTree } from '#test/support/process-tree.ts';
import {
  type DataDirectory,
  killServers,
  makeDataDirectory,
  type ReadyServer,
  SERVER_ENVIRONMENT,
  spawnInstalledServer,
  startServerProcess,
} from '#test/support/server-process.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { makeRelease } from '../../scripts/release.ts';

/* `npm run test:system -- release`: installs a release and uses it as an operator does. */

const run = promisify(execFile);

let release: InstalledRelease;
let data: DataDirectory;
beforeAll(async () => {
  release = await installRelease();
  data = await makeDataDirectory();
});
afterEach(killServers);
afterAll(async () => {
  await data[Symbol.asyncDispose]();
  await release[Symbol.asyncDispose]();
});

function start(): Promise<ReadyServer> {
  return startServerProcess({ DATA_DIR: data.path }, (env) =>
    spawnInstalledServer(release.program('quayside-server'), env),
  );
}

const peopleAt = (server: ReadyServer) =>
  createPeople({ url: server.url, database: embeddedDatabase(data.path) });

interface FeedEntry {
  readonly index: { readonly name: string };
}

async function readFeed(url: string): Promise<string> {
  const repository = `${url}fdroid/repo`;
  const entry = (await (await fetch(`${repository}/entry.json`)).json()) as FeedEntry;
  return (await fetch(`${repository}${entry.index.name}`)).text();
}

/** Stops a server as supervisors do, and checks that nothing of it still runs. */
async function stop(server: ReadyServer): Promise<void> {
  const tree = await readProcessTree(server.pid);
  expect(tree.length).toBeGreaterThan(1);
  server.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  await expect.poll(() => tree.filter(({ pid }) => isRunning(pid))).toEqual([]);
}

test('an installed release publishes an app, and continues after a restart on the same data', async () => {
  const server = await start();
  const people = peopleAt(server);
  const publisher = await people.onboard('publisher@example.org');
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
    summary: 'Shows the tide',
  });
  await people.completeListing(app.id);
  const { id: versionId } = await uploadVersion(publisher, app.id, readFixture('plain.apk'));
  await publisher.call('versions.submit', { versionId });
  await (await people.admin()).call('reviews.approve', { versionId });
  await waitUntil('the feed has the app', async () =>
    (await readFeed(server.url)).includes('org.example.harbour'),
  );
  await stop(server);

  const again = await start();
  expect(await (await fetch(`${again.url}login`)).text()).toContain('<title>');
  const german = await fetch(`${again.url}fdroid/repo`, {
    headers: { Accept: 'text/html', 'Accept-Language': 'de' },
  });
  expect(await german.text()).toContain('lang="de"');
  expect((await fetch(`${again.url}auth/passkey/generate-authenticate-options`)).status).toBe(200);
  const owner = await peopleAt(again).signIn('publisher@example.org');
  expect(await owner.call('versions.get', { versionId })).toMatchObject({ version: { status: 'published' } });
  await stop(again);
});

test('doctor finds no error while the server runs', async () => {
  const server = await start();
  const { port } = new URL(server.url);
  const env = { ...SERVER_ENVIRONMENT, TRUST_PROXY: 'false', DATA_DIR: data.path, PORT: port };
  const ended = await run(process.execPath, [release.program('quayside-admin'), 'doctor', '--json'], {
    env,
  }).catch((error: { stdout: string }) => error);
  const { checks } = JSON.parse(ended.stdout) as { checks: { name: string; status: string }[] };
  expect(checks.length).toBeGreaterThan(10);
  expect(checks.filter(({ status }) => status === 'error')).toEqual([]);
  await stop(server);
});

test('starts again after its service manager has killed all its processes', async () => {
  const killed = await start();
  for (const { pid } of await readProcessTree(killed.pid)) process.kill(pid, 'SIGKILL');
  await killed.ended;
  const server = await start();
  await expect.poll(async () => (await fetch(`${server.url}readyz`)).status).toBe(200);
  await stop(server);
});

test('inspects a package by the quayside command', async () => {
  const apk = fileURLToPath(new URL('../fixtures/packages/plain.apk', import.meta.url));
  const { stdout } = await run(process.execPath, [release.program('quayside'), 'inspect', apk]);
  expect(stdout).toContain('org.example.harbour');
});

test('says what to install where Node is too old', async () => {
  const old = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } })`;
  const failed = await run(process.execPath, ['--import', old, release.program('quayside-server')]).catch(
    (error: { code: number; stderr: string }) => error,
  );
  expect(failed).toMatchObject({ code: 1 });
  expect(failed.stderr).toContain(`npm install --prefix ${release.prefix}/ node@24`);
});

test('the same sources make the same package', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'quayside-again-'));
  try {
    const archive = await makeRelease(join(directory, 'made'));
    expect((await readFile(archive)).equals(await readFile(release.archive))).toBe(true);
    const sums = (path: string) => readFile(join(dirname(path), 'SHA256SUMS'), 'utf8');
    expect(await sums(archive)).toBe(await sums(release.archive));
  } finally {
    await rm(directory, { recursive: true });
  }
});
