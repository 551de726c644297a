import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeIdentity, packageFiles, withJarSignature } from '#test/support/apk-signer.ts';
import { readEmails } from '#test/support/emails.ts';
import { readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { HOSTILE } from '../fuzz/hostile-packages.ts';
import { randomFrom } from '../fuzz/random.ts';
import { writeZip } from '../fuzz/zip-writer.ts';
import { type AttackedServer, MAX_BLOCK_MS, MAX_MEMORY_MB, startAttackedServer } from './server.ts';

/* Packages made to keep the store busy, to fill its memory or its pages. */

/** Processor time that one small package may cost the whole server, in milliseconds. */
const MAX_CPU_MS = 4_000;
/** The maximum size of a page of versions or of the queue. */
const MAX_PAGE_BYTES = 300_000;
const HOSTILE_FILES = 9;

let server: AttackedServer;
let publisher: Person;
let appId: string;
beforeAll(async () => {
  server = await startAttackedServer();
  publisher = await server.onboard('publisher@attack.example');
  appId = await createApp(publisher, 'org.example.harbour');
  // What starts once, such as the thread, is no part of what an attack costs.
  await uploadVersion(publisher, appId, readFixture('plain.apk'));
});
afterAll(() => server[Symbol.asyncDispose]());

async function createApp(owner: Person, applicationId: string): Promise<string> {
  const { app } = await owner.call('apps.create', { platform: 'android', applicationId, name: 'Harbour' });
  return app.id;
}

/** Processor time that the server has used so far, all of its threads together (proc(5), stat). */
async function readCpuMs(): Promise<number> {
  const stat = await readFile(`/proc/${server.process.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** A package of half a megabyte that unpacks to a gigabyte, every file of it signed as JARs are. */
function signedBomb(): Buffer {
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  const bombs = Array.from({ length: 16 }, (_, index) => [`assets/${index}`, zeros] as const);
  const files = withJarSignature({ ...packageFiles(), ...Object.fromEntries(bombs) }, [makeIdentity()]);
  return writeZip(Object.entries(files).map(([name, content]) => ({ name, content, deflated: true })));
}

describe('a small package', () => {
  test.each([
    ['that unpacks to a gigabyte', 'zip-bomb', signedBomb],
    ['with a manifest of 32 MB', 'manifest', () => hostile('manifest: overlapping strings')],
    ['with 10,000 permissions', 'too-much', () => hostile('manifest: too many permissions')],
  ])('%s is rejected at little cost', async (_, rule, make) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(2_000_000);
    const before = await readCpuMs();
    let status = '';
    let rules: string[] = [];
    let size = 0;
    const load = await server.measure(async () => {
      const version = await uploadVersion(publisher, appId, bytes);
      status = version.status;
      rules = version.findings.filter(({ severity }) => severity === 'error').map((finding) => finding.rule);
      size = JSON.stringify(version).length;
    });
    expect(status).toBe('invalid');
    expect(rules).toContain(rule);
    expect(size).toBeLessThan(MAX_PAGE_BYTES);
    expect((await readCpuMs()) - before).toBeLessThan(MAX_CPU_MS);
    expect(load.longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
    expect(load.peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
  });
});

function hostile(kind: string): Uint8Array {
  return HOSTILE[kind]?.make(randomFrom(7), 1) ?? new Uint8Array();
}

test('pages stay small, whatever packages declare', async () => {
  const owner = await server.onboard('full@attack.example');
  const fullId = await createApp(owner, 'org.example.full');
  await server.pool.query(
    `INSERT INTO versions (id, app_id, status, file_name, size, created_by_uid, package, findings)
     SELECT 'full' || n, $1, 'submitted', 'full.apk', 1, $2,
       jsonb_build_object('platform', 'android', 'versionName', repeat('v', 200000), 'permissions', repeat('p', 200000)),
       jsonb_build_array(jsonb_build_object('rule', 'r', 'severity', 'warning', 'title', 't', 'evidence', repeat('e', 200000), 'fix', 'f'))
     FROM generate_series(1, 60) AS n`,
    [fullId, owner.uid],
  );
  await server.pool.query(
    `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision)
     SELECT id, app_id, warnings, now(), now(), '' FROM versions WHERE app_id = $1`,
    [fullId],
  );
  const admin = await server.admin();
  const sizes: Record<string, number> = {};
  const load = await server.measure(async () => {
    const pages = [
      ['reviews.queue', admin, { limit: 100 }],
      ['apps.get', owner, { appId: fullId }],
      ['versions.list', owner, { appId: fullId, limit: 100 }],
      ['apps.list', owner, { scope: 'mine' }],
      ['releases.list', owner, { appId: fullId }],
    ] as const;
    for (const [name, by, data] of pages) {
      sizes[name] = JSON.stringify(await by.call(name, data as never)).length;
    }
  });
  await server.pool.query('DELETE FROM versions WHERE app_id = $1', [fullId]);
  expect(Object.entries(sizes).filter(([, size]) => size > MAX_PAGE_BYTES)).toEqual([]);
  expect(load.longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
  expect(load.peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
});

describe('packages that use the full inspection time', () => {
  const uploads: { versionId: string; file: string }[] = [];

  /** A version whose file is a hole of 64 GB: it is read until the time is up. */
  async function uploadEndless(index: number) {
    const owner = await server.onboard(`hostile${index}@attack.example`);
    const app = await createApp(owner, `org.example.hostile${index}`);
    const versionId = `endless${index}`;
    const folder = join(server.data.path, 'storage/objects/packages');
    await mkdir(folder, { recursive: true });
    const file = join(folder, versionId);
    await using handle = await open(file, 'w');
    await handle.truncate(64 * 1024 ** 3);
    await server.pool.query(
      `INSERT INTO versions (id, app_id, status, file_name, size, created_by_uid) VALUES ($1, $2, 'analysing', 'app.apk', 1, $3)`,
      [versionId, app, owner.uid],
    );
    await server.pool.query(
      `SELECT graphile_worker.add_job('analyse-version', json_build_object('versionId', $1::text), queue_name := $2)`,
      [versionId, `analyse-version of ${owner.uid}`],
    );
    uploads.push({ versionId, file });
  }

  async function readStates(): Promise<{ status: string; attempts: number }[]> {
    const { rows } = await server.pool.query(
      `SELECT status, inspection_attempts AS attempts FROM versions WHERE id LIKE 'endless%'`,
    );
    return rows;
  }

  test('do not delay announcements, emails or uploads of others', async () => {
    const reader = await server.onboard('reader@attack.example');
    const admin = await server.admin();
    for (let index = 0; index < HOSTILE_FILES; index++) await uploadEndless(index);
    await expect
      .poll(async () => (await readStates()).filter(({ attempts }) => attempts > 0))
      .toHaveLength(2);
    const load = await server.measure(async () => {
      await admin.call('notifications.announce', {
        title: 'All is well',
        message: 'Nobody waits for hostile packages.',
        userIds: [reader.uid],
      });
      await expect
        .poll(() => reader.call('notifications.list', {}))
        .toMatchObject({ notifications: [{ title: 'All is well' }] });
      await expect
        .poll(() => readEmails(server, reader.email))
        .toContainEqual(expect.objectContaining({ subject: expect.stringContaining('All is well') }));
    });
    expect(new Set((await readStates()).map(({ status }) => status))).toEqual(new Set(['analysing']));
    expect(load.longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
    expect(load.peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
  });

  test('do not delay a shutdown, and are inspected after the next start', async () => {
    server.process.kill('SIGTERM');
    expect(await server.process.ended).toMatchObject({ code: 0 });
    // An inspection that the stop interrupted is not held against its package.
    expect(await readStates()).toEqual(
      Array.from({ length: HOSTILE_FILES }, () => ({ status: 'analysing', attempts: 0 })),
    );

    const bytes = readFixture('unsigned.apk');
    for (const { file } of uploads) await writeFile(file, bytes);
    await using _ = await startServerProcess({
      DATA_DIR: server.data.path,
      DATABASE_URL: server.pool.options.connectionString ?? '',
    });
    await expect
      .poll(async () => (await readStates()).map(({ status }) => status))
      .toEqual(Array.from({ length: HOSTILE_FILES }, () => 'invalid'));
  });
});
