import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { installOldestNode } from './oldest-node.ts';
import { createOwnApp, type OwnApp } from './own-app.ts';
import { waitUntil } from './patience.ts';
import type { People } from './people.ts';
import type { TestServer } from './server.ts';

/** An app with a token of its owner for programs. */
export interface AppWithToken extends OwnApp {
  readonly token: string;
  readonly tokenId: string;
}

/** The output of a program, and its exit code. */
export interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string>>;

/** The `quayside` command, as the server provides it. */
export interface QuaysideCommand {
  /** The folder in which it runs. */
  readonly directory: string;
  /** The file that Node runs. */
  readonly program: string;
  /** The Node that runs it. */
  readonly node: string;
  /** Creates an app, and a token of its owner with every scope for publishing. */
  readonly prepare: () => Promise<AppWithToken>;
  /** Starts the command for the server. */
  readonly start: (args: readonly string[], env: Variables) => ChildProcess;
  /** Runs the command to its end. */
  readonly run: (args: readonly string[], env: Variables) => Promise<Ended>;
  /** Writes a file to its folder, and returns the name. */
  readonly write: (name: string, bytes: Uint8Array) => Promise<string>;
}

/**
 * Unpacks the server's package of the command before the tests of a file, to run with the oldest Node that it allows. Hooks
 * and tests may use the result.
 */
export function setUpCommand(server: TestServer): QuaysideCommand {
  const unpacked = { directory: '', program: '', node: '' };
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'quayside-command-'));
    const response = await fetch(`${server.url}cli.tgz`);
    await writeFile(join(directory, 'cli.tgz'), Buffer.from(await response.arrayBuffer()));
    await promisify(execFile)('tar', ['-xzf', 'cli.tgz'], { cwd: directory });
    const packageFolder = join(directory, 'package');
    Object.assign(unpacked, { directory, program: join(packageFolder, 'dist/bin/quayside.js') });
    unpacked.node = await installOldestNode(packageFolder);
  });
  afterAll(() => rm(unpacked.directory, { recursive: true, force: true }));

  const start: QuaysideCommand['start'] = (args, env) =>
    spawn(unpacked.node, [unpacked.program, ...args], {
      cwd: unpacked.directory,
      env: { HOME: unpacked.directory, QUAYSIDE_URL: server.url, ...env },
    });
  return Object.assign(unpacked, {
    start,
    run: (args: readonly string[], env: Variables) => awaitEnd(start(args, env)),
    async prepare() {
      const app = await createOwnApp(server);
      const { secret, token } = await app.owner.call('tokens.create', {
        name: 'CI',
        scopes: ['read', 'upload', 'listing', 'submit', 'release'],
      });
      return { ...app, token: secret, tokenId: token.id };
    },
    async write(name: string, bytes: Uint8Array) {
      await writeFile(join(unpacked.directory, name), bytes);
      return name;
    },
  });
}

/** Collects what a program prints until it ends. */
export async function awaitEnd(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (bytes) => {
    stdout += bytes;
  });
  child.stderr?.on('data', (bytes) => {
    stderr += bytes;
  });
  const [exit] = await once(child, 'close');
  return { exit, stdout, stderr };
}

/** Waits until a version of the app has one of the statuses, and returns its id. */
export async function waitForStatus({ owner, appId }: OwnApp, ...statuses: string[]): Promise<string> {
  return waitUntil(`a version is ${statuses.join(' or ')}`, async () => {
    const { versions } = await owner.call('apps.get', { appId });
    return versions.find(({ status }) => statuses.includes(status))?.id;
  });
}

/** Waits until a version of the app is submitted, approves it, and returns its id. */
export async function approveSubmitted(server: People, app: OwnApp): Promise<string> {
  const versionId = await waitForStatus(app, 'submitted');
  const admin = await server.admin();
  await admin.call('reviews.approve', { versionId });
  return versionId;
}

/** Returns the variables of npm and npx in a folder without a package registry. */
export function offlineNpm(directory: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: directory,
    npm_config_cache: directory,
    npm_config_globalconfig: join(directory, 'none'),
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
  };
}
