import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '../../log/log.ts';
import { prepareCluster } from './cluster.ts';

const folder = await mkdtemp(join(tmpdir(), 'quayside-cluster-'));
afterAll(() => rm(folder, { recursive: true }));

const binaries = { majorVersion: '18', initdb: '/nowhere', postgres: '/nowhere' };
const prepare = (path: string) =>
  prepareCluster({ path, binaries, account: null, log: createLog('silent') } as Parameters<
    typeof prepareCluster
  >[0]);

test('a database of another PostgreSQL is moved by the commands that a release has', async () => {
  await writeFile(join(folder, 'PG_VERSION'), '17\n');
  const { message } = (await prepare(folder).catch((error: Error) => error)) as Error;
  expect(message).toContain('was created by PostgreSQL 17, but this Quayside includes PostgreSQL 18');
  expect(message).toMatch(/with the Quayside that created it.* backup DIR.*with this one.* restore DIR/);
  expect(message).not.toContain('pg_dump');
});

test('a folder without a version is no database', async () => {
  await writeFile(join(folder, 'PG_VERSION'), '');
  await expect(prepare(folder)).rejects.toThrow('isn’t a PostgreSQL database');
});
