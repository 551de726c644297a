import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { openStorage, openStorageMark } from '#server/platform/open-storage.ts';
import { describeStorage } from '#server/platform/storage/conformance.ts';
import { S3Client } from '#server/platform/storage/s3/client.ts';
import { CannotGrowError, type Storage } from '#server/platform/storage/storage.ts';

const HOUR_MS = 3_600_000;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-s3-'));
});
afterAll(() => rm(directory, { recursive: true }));

const configOf = (env: NodeJS.ProcessEnv = {}) => readConfig({ ...process.env, ...env }).storage;
const open = (prefix: string, reserveBytes = 0): Promise<Storage> =>
  openStorage(configOf({ STORAGE_URL: `${process.env['STORAGE_URL']}/${prefix}` }), {
    copies: { directory: join(directory, 'copies'), reserveBytes },
    clock: () => new Date(),
  });

describeStorage('a bucket', () => open('conformance'));

describe('a bucket', () => {
  it('removes the parts of interrupted writes, but no unfinished upload', async () => {
    const storage = await open('unfinished');
    await storage.append('uploads/kept', 0, pieces('abc'));
    const config = configOf({ STORAGE_URL: `${process.env['STORAGE_URL']}/unfinished` });
    if (config.kind !== 's3') throw new Error('this test needs a bucket');
    const client = new S3Client(config);
    for (const name of ['objects/half', 'another-program/half']) {
      await client.sendForText({ method: 'POST', name, query: { uploads: '' } });
    }
    expect(await storage.removeUnfinished(HOUR_MS)).toEqual([]);
    expect(await storage.removeUnfinished(-HOUR_MS)).toEqual(['objects/half']);
    expect(await storage.stat('uploads/kept')).toMatchObject({ size: 3 });
  });

  it('removes the objects of checks once they are old', async () => {
    const storage = await open('checked');
    for (let count = 0; count < 2; count += 1) await storage.check();
    expect(await storage.removeUnfinished(HOUR_MS)).toEqual([]);
    expect(await storage.removeUnfinished(-HOUR_MS)).toEqual([
      expect.stringMatching(/^probes\/[0-9a-f-]{36}$/),
    ]);
  });

  it('says that an object stored as a whole can’t grow', async () => {
    const storage = await open('whole');
    await storage.put('uploads/whole', Buffer.from('abc'));
    await expect(storage.append('uploads/whole', 3, pieces('d'))).rejects.toThrow(CannotGrowError);
  });

  it('removes local copies after their use, and makes none without space', async () => {
    const storage = await open('copies');
    await storage.put('object', Buffer.from('content'));
    await storage.withFile('object', async (path) => expect(path).toContain(directory));
    expect(await readdir(join(directory, 'copies'))).toEqual([]);
    const full = await open('copies', Number.MAX_SAFE_INTEGER);
    await expect(full.withFile('object', async () => {})).rejects.toThrow('no space');
  });

  it('links to an object with the headers of the response', async () => {
    const storage = await open('links');
    await storage.put('packages/one', Buffer.from('content'));
    const disposition = `attachment; filename="a b.apk"; filename*=UTF-8''%C3%A4%20b.apk`;
    const link = await storage.linkTo('packages/one', {
      type: 'application/vnd.android.package-archive',
      disposition,
    });
    const response = await fetch(link ?? '', { headers: { range: 'bytes=3-' } });
    expect([response.status, await response.text()]).toEqual([206, 'tent']);
    expect(response.headers.get('content-type')).toBe('application/vnd.android.package-archive');
    expect(response.headers.get('content-disposition')).toBe(disposition);
    expect(response.headers.get('cache-control')).toBe('private, max-age=30');
    expect(new URL(link ?? '').searchParams.get('X-Amz-Expires')).toBe('60');
    expect((await fetch((link ?? '').replace('packages/one', 'packages/two'))).status).toBe(403);
  });

  it('reads what another opening of the same bucket appended', async () => {
    const [first, second] = [await open('shared'), await open('shared')];
    await first.append('uploads/one', 0, pieces('abc'));
    expect(await second.append('uploads/one', 3, pieces('def'))).toBe(6);
    const opened = await first.open('uploads/one');
    expect(opened && (await text(opened.stream))).toBe('abcdef');
  });
});

describe('start-up', () => {
  const problemOf = (env: NodeJS.ProcessEnv) => openStorageMark(configOf(env)).then(null, String);

  it.each([
    ['the bucket', { STORAGE_URL: 's3://no-such-bucket' }, 'Create the bucket'],
    ['the key', { S3_ACCESS_KEY_ID: 'unknown' }, 'Correct S3_ACCESS_KEY_ID.'],
    ['the secret', { S3_SECRET_ACCESS_KEY: 'a wrong secret' }, 'Correct S3_SECRET_ACCESS_KEY.'],
    ['the endpoint', { S3_ENDPOINT: 'http://127.0.0.1:9' }, 'Check S3_ENDPOINT'],
  ])('explains that %s is wrong, without the secret', async (_, env, fix) => {
    const problem = await problemOf(env);
    expect(problem).toMatch(/^StartupError: The storage s3:\/\/\S+ of STORAGE_URL cannot be used: /);
    expect(problem).toContain(fix);
    expect(problem).not.toContain(process.env['S3_SECRET_ACCESS_KEY']);
    expect(problem).not.toContain('a wrong secret');
  });
});

async function* pieces(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const each of texts) yield Buffer.from(each);
}
