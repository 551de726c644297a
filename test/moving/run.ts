import { createReadStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killCommand, runWithEnvironment } from '../support/operator-command.ts';
import { ADMIN } from '../support/people.ts';
import { makeDataDirectory, spawnServer } from '../support/server-process.ts';
import {
  type DebianRepository,
  makeDebianRepository,
  readPackagesOfUpdate,
  writeConfiguration,
} from './debian-repository.ts';
import { checkKeystores, expectSame } from './keystores.ts';
import { readWithFdroidserver, runProgram } from './tools.ts';

const ROOT = join(import.meta.dirname, '../..');
const APPS = 30;

/**
 * `npm run test:system -- moving`: moves a repository that Debian's `fdroid update` made into Quayside and out again, and
 * checks keystores with the JDK's `keytool`.
 */
export async function runMoving(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-moving-'));
  const makeFolder = async (name: string) => {
    const path = join(folder, name);
    await mkdir(path);
    return path;
  };
  try {
    say(await checkKeystores(await makeFolder('keystores')));
    const repository = await makeDebianRepository(await makeFolder('old'), APPS);
    expectSame(await readPackagesOfUpdate(repository.folder), sorted(repository.packages), 'fdroid update');
    say(`fdroid update made a repository of ${APPS} apps.`);
    await move(repository, makeFolder);
    return 0;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function move(
  repository: DebianRepository,
  makeFolder: (name: string) => Promise<string>,
): Promise<void> {
  await using data = await makeDataDirectory();
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: data.path, LOG_LEVEL: 'fatal', PORT: '0' };
  const passphrase = { KEYSTORE_PASSPHRASE: repository.passphrase };
  const admin = async (...parameters: string[]) => {
    const { code, stdout, stderr } = await runWithEnvironment(parameters, { ...env, ...passphrase });
    if (code !== 0) throw new Error(`${parameters.join(' ')} exited with ${code}:\n${stdout}${stderr}`);
    return stdout;
  };
  await withServer({ ...env, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }, async () => {});
  const options = ['fdroid', repository.folder, '--owner', ADMIN.email, '--keystore', repository.keystore];
  say(lastLines(await admin('import', ...options, '--dry-run')));
  await killCommand(['import', ...options], { ...env, ...passphrase }, 'picture imported');
  say('The import was killed after its first app.');
  say(lastLines(await admin('import', ...options)));
  say(lastLines(await admin('import', ...options)));

  await withServer(env, async (url) => {
    await check(`${url}fdroid/repo?fingerprint=${repository.fingerprint}`, repository);
    say('fdroidserver reads the same packages from Quayside, under the same fingerprint.');
    checkFeed(`${url}fdroid/repo?fingerprint=${repository.fingerprint}`, 0);
    checkFeed(`${url}fdroid/repo?fingerprint=${'0'.repeat(64)}`, 1);
    say('npm run check:feed accepts the feed, and not under another fingerprint.');
  });

  const exported = await makeFolder('exported');
  say(lastLines(await admin('export', 'fdroid', exported)));
  await serve(join(exported, 'repo'), (address) =>
    check(`${address}?fingerprint=${repository.fingerprint}`, repository),
  );
  for (const name of ['entry.jar', 'index-v1.jar']) {
    // 4: valid, by a certificate that no authority has signed.
    runProgram('jarsigner', ['-strict', '-verify', join(exported, 'repo', name)], { expected: 4 });
  }
  say('fdroidserver and jarsigner accept the exported repository.');

  const continued = await makeFolder('continued');
  await mkdir(join(continued, 'repo'));
  for (const name of await readdir(join(exported, 'repo'))) {
    if (name.endsWith('.apk')) await copyFile(join(exported, 'repo', name), join(continued, 'repo', name));
  }
  await writeConfiguration(continued, repository.keystore);
  runProgram('fdroid', ['update', '--create-metadata'], { cwd: continued });
  expectSame(
    await readPackagesOfUpdate(continued),
    sorted(repository.packages),
    'fdroid update of the export',
  );
  say('fdroid update makes a repository of the exported packages.');
}

/** Expects that `npm run check:feed` exits with a status. */
function checkFeed(link: string, expected: number): void {
  runProgram('npm', ['run', '-s', 'check:feed', '--', link], { cwd: ROOT, expected });
}

/** Checks that F-Droid's own code reads the packages of a repository at an address. */
async function check(address: string, { packages }: DebianRepository): Promise<void> {
  const { v1, v2 } = await readWithFdroidserver(address);
  expectSame(sorted(v2), sorted(packages), `index-v2.json of ${address}`);
  expectSame(sorted(v1), sorted(packages), `index-v1.jar of ${address}`);
}

/** Starts a server, and stops it after its use. */
async function withServer(env: NodeJS.ProcessEnv, use: (url: string) => Promise<void>): Promise<void> {
  const server = spawnServer(env);
  const url = await server.ready;
  try {
    await use(url);
  } finally {
    server.kill('SIGTERM');
    await server.ended;
  }
}

/** Serves a folder, as any web server does. */
async function serve(directory: string, use: (address: string) => Promise<void>): Promise<void> {
  const server = createServer(async (request, response) => {
    const file = join(
      directory,
      new URL(request.url ?? '/', 'http://localhost').pathname.replace('/repo', ''),
    );
    const size = await stat(file).then(
      (info) => (info.isFile() ? info.size : null),
      () => null,
    );
    response.writeHead(size === null ? 404 : 200, size === null ? {} : { 'Content-Length': size });
    if (size === null || request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/repo`);
  } finally {
    server.close();
  }
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function lastLines(output: string): string {
  return output.trim().split('\n').slice(-3).join(' ');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
