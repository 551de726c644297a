import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { openContext } from '#server/platform/context.ts';
import { NO_VARIABLES, runWithEnvironment } from '#test/support/operator-command.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { openSmallDisk } from '#test/support/small-disk.ts';
import { publishDirectly } from '#test/support/store.ts';
import { BACKUP_COMMANDS } from '../backup-commands.ts';
import { moveDatabase } from './move-database.ts';

let folder: string;
let env: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-moving-'));
  env = { DATABASE_URL: await createTestDatabase(), DATA_DIR: folder, LOG_LEVEL: 'silent' };
});
afterEach(() => rm(folder, { recursive: true }));

/** Leaves what a move leaves that is killed. */
async function leaveRows(): Promise<void> {
  await mkdir(join(folder, 'moving-1'));
  await writeFile(join(folder, 'moving-1/users.copy.gz'), 'rows');
}

const findLeft = async () => (await readdir(folder)).filter((name) => name.startsWith('moving-'));

test('the store moves to the database of NEW_DATABASE_URL, and rows of an interrupted move are deleted', async () => {
  await leaveRows();
  {
    await using context = await openContext(readConfig(env));
    expect(await findLeft()).toEqual([]);
    await publishDirectly(context, { applicationId: 'org.example.moved', versionCode: 1 });
  }
  await leaveRows();
  const address = await createTestDatabase();
  const { code, stdout } = await runWithEnvironment(['move-database', 'external'], {
    ...env,
    NEW_DATABASE_URL: address,
  });
  expect([code, stdout]).toEqual([0, expect.stringContaining('Set DATABASE_URL to the new address')]);
  expect(await findLeft()).toEqual([]);
  await using moved = await openContext(readConfig({ ...env, DATABASE_URL: address }));
  const { rows } = await moved.pool.query('SELECT application_id FROM apps');
  expect(rows).toEqual([{ application_id: 'org.example.moved' }]);
});

test('a full disk ends a move, which says so and can be repeated', async () => {
  await using disk = await openSmallDisk(4);
  const config = readConfig({ ...env, DATA_DIR: disk.path, STORAGE_URL: `file://${join(folder, 'files')}` });
  await openContext(config).then((context) => context[Symbol.asyncDispose]());
  const address = await createTestDatabase();
  await disk.fill(20_000);
  await expect(moveDatabase(config, address)).rejects.toThrow(`The disk of DATA_DIR ${disk.path} is full`);
  await disk.empty();
  expect(await moveDatabase(config, address)).toContain('Set DATABASE_URL');
});

test.each([
  ['external', null, 'NEW_DATABASE_URL isn’t set'],
  ['external', 'mysql://user:hidden@db.example/store', 'NEW_DATABASE_URL isn’t a PostgreSQL URL'],
  ['external', 'postgresql://user:hidden@localhost:port/store', 'NEW_DATABASE_URL isn’t a PostgreSQL URL'],
  ['postgresql://user:hidden@localhost/store', null, 'Say where the database moves to'],
])('a move to %s with the address %s is rejected without printing it', async (to, newDatabaseUrl, reason) => {
  const command = BACKUP_COMMANDS.find(({ usage }) => usage.startsWith('move-database '));
  const moving = async () =>
    command?.run(readConfig(env), {
      argument: to,
      options: {},
      environment: { ...NO_VARIABLES, newDatabaseUrl },
    });
  const { message } = (await moving().catch((error: Error) => error)) as Error;
  expect(message).toContain(reason);
  expect(message).not.toContain('hidden');
});
