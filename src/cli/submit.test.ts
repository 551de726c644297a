import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import { setUpTestServer } from '#test/support/set-up.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

const server = setUpTestServer();
let app: OwnApp;
let versionId: string;
let token: string;

beforeEach(async () => {
  app = await createOwnApp(server);
  versionId = (await app.upload()).id;
  ({ secret: token } = await app.owner.call('tokens.create', { name: 'CI', scopes: ['submit'] }));
});

interface Result {
  readonly status: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function quayside(args: readonly string[], env: Record<string, string> = { QUAYSIDE_TOKEN: token }) {
  return new Promise<Result>((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    );
  });
}

describe('quayside submit', () => {
  test('submits a version, and says so again when repeated', async () => {
    const submitted = { status: 0, stdout: `Version ${versionId} is waiting for review.\n`, stderr: '' };
    expect(await quayside(['submit', versionId, '--store', server.url])).toEqual(submitted);
    expect(await quayside(['submit', versionId, '--store', server.url.replace(/\/$/, '')])).toEqual(
      submitted,
    );
  });

  test('prints what the listing lacks with links, and exits with 1', async () => {
    await server.context.pool.query(
      `UPDATE app_listings SET texts = texts || '{"summary": ""}' WHERE app_id = $1`,
      [app.appId],
    );
    await server.context.pool.query(`UPDATE apps SET details = details || '{"category": ""}' WHERE id = $1`, [
      app.appId,
    ]);
    const { status, stdout, stderr } = await quayside(['submit', versionId, '--store', server.url]);
    const editor = `${server.url}dashboard/apps/${app.appId}?tab=listing`;
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.split('\n')).toEqual([
      'quayside submit: Complete the listing first. Missing: Summary, Category.',
      '',
      `  Summary                   ${editor}#summary`,
      `  Category                  ${editor}#category`,
      '',
    ]);
  });

  test('prints any other reason of the store, and exits with 1', async () => {
    const args = ['submit', versionId, '--store', server.url];
    const { status, stderr } = await quayside(args, { QUAYSIDE_TOKEN: 'qs_wrong' });
    expect([status, stderr.startsWith('quayside submit: ')]).toEqual([1, true]);
    expect(await quayside(['submit', 'unknown', '--store', server.url])).toMatchObject({ status: 1 });
  });

  test.each([
    [['submit', '--store', 'https://store.example/'], { QUAYSIDE_TOKEN: 'x' }, 'Give one version ID.'],
    [['submit', 'v', '--store', 'ftp://x'], { QUAYSIDE_TOKEN: 'x' }, 'Give the store’s address'],
    [['submit', 'v', '--stroe', 'x'], { QUAYSIDE_TOKEN: 'x' }, 'Unknown option'],
    [['submit', 'v', '--store', 'https://store.example/'], {}, 'Set the variable QUAYSIDE_TOKEN'],
    [['submit', 'v', '--store', 'http://127.0.0.1:9/'], { QUAYSIDE_TOKEN: 'x' }, 'can’t be reached'],
  ])('explains why %j can’t run, and exits with 2', async (args, env, reason) => {
    const { status, stderr } = await quayside(args, env);
    expect([status, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });

  test('exits with 2 at an address that is not a store', async () => {
    const { status, stderr } = await quayside(['submit', versionId, '--store', `${server.url}elsewhere/`]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('Is it a store?')]);
  });
});
