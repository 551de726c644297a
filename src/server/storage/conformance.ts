import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ByteRange, Storage } from './storage.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const hostileKeys = [
  '',
  '/',
  '.',
  '..',
  '../escape',
  'a/../../escape',
  'a/./b',
  '/etc/passwd',
  'a//b',
  'a/',
  'a\0b',
  'a\\..\\b',
  'a b',
  'é',
  '.hidden',
  'a/.hidden',
  'a\n',
  'x'.repeat(513),
];

/**
 * Every promise of `Storage`, tested on a storage that `make` opens empty; `make` is called once.
 * Each implementation's test calls this.
 */
export function describeStorage(name: string, make: () => Promise<Storage>): void {
  describe(`${name} as a storage`, () => {
    let storage: Storage;
    let scratch: string;
    beforeAll(async () => {
      storage = await make();
      scratch = await mkdtemp(join(tmpdir(), 'quayside-storage-'));
    });
    afterAll(() => rm(scratch, { recursive: true }));

    const read = async (key: string, range?: ByteRange) => {
      const opened = await storage.open(key, range);
      return opened && text(opened.stream);
    };
    const list = async (prefix: string) => {
      const keys: string[] = [];
      for await (const key of storage.list(prefix)) keys.push(key);
      return keys;
    };

    it('gives back the bytes it was given, with their size and hash', async () => {
      const bytes = randomBytes(300_000);
      expect(await storage.put('bytes/one', bytes)).toEqual({ size: 300_000, sha256: sha256(bytes) });
      const opened = await storage.open('bytes/one');
      expect(opened?.size).toBe(300_000);
      expect(opened && bytes.equals(await buffer(opened.stream))).toBe(true);
      expect(await storage.stat('bytes/one')).toMatchObject({ size: 300_000 });
    });

    it('stores a stream', async () => {
      const bytes = randomBytes(1_000_000);
      const chunks = [bytes.subarray(0, 10), bytes.subarray(10, 700_000), bytes.subarray(700_000)];
      expect(await storage.put('bytes/stream', Readable.from(chunks))).toEqual({
        size: 1_000_000,
        sha256: sha256(bytes),
      });
      const opened = await storage.open('bytes/stream');
      expect(opened && bytes.equals(await buffer(opened.stream))).toBe(true);
    });

    it('stores nothing at all as an empty object', async () => {
      expect(await storage.put('empty', new Uint8Array())).toMatchObject({ size: 0 });
      expect(await read('empty')).toBe('');
    });

    it('replaces an object as a whole', async () => {
      await storage.put('replaced', Buffer.from('a longer first version'));
      await storage.put('replaced', Buffer.from('second'));
      expect(await read('replaced')).toBe('second');
    });

    it('keeps the earlier object when the next one breaks off', async () => {
      await storage.put('broken', Buffer.from('whole'));
      const breaking = Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('the connection was lost');
        })(),
      );
      await expect(storage.put('broken', breaking)).rejects.toThrow('the connection was lost');
      expect(await read('broken')).toBe('whole');
    });

    it('never shows a mixture while writers race', async () => {
      const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(100_000, index));
      await Promise.all(contents.map((content) => storage.put('raced', content)));
      const opened = await storage.open('raced');
      const found = opened && (await buffer(opened.stream));
      expect(contents.some((content) => found && content.equals(found))).toBe(true);
    });

    it('takes over a local file', async () => {
      const path = join(scratch, 'upload');
      await writeFile(path, 'uploaded');
      await storage.putFile('taken/over', path);
      expect(await read('taken/over')).toBe('uploaded');
      expect(await readdir(scratch)).toEqual([]);
    });

    it('reads ranges', async () => {
      await storage.put('range', Buffer.from('0123456789'));
      expect(await read('range', { start: 0, end: 0 })).toBe('0');
      expect(await read('range', { start: 3, end: 6 })).toBe('3456');
      expect(await read('range', { start: 9, end: 9 })).toBe('9');
    });

    it.each([
      { start: 0, end: 10 },
      { start: 10, end: 10 },
      { start: 5, end: 4 },
      { start: -1, end: 4 },
      { start: 0.5, end: 4 },
    ])('refuses the range %j of ten bytes', async (range) => {
      await storage.put('range', Buffer.from('0123456789'));
      await expect(storage.open('range', range)).rejects.toThrow(RangeError);
    });

    it('answers null for what is not there', async () => {
      expect(await storage.open('missing')).toBeNull();
      expect(await storage.stat('missing')).toBeNull();
      await storage.put('folder/object', Buffer.from('x'));
      expect(await storage.stat('folder')).toBeNull();
      expect(await storage.open('folder')).toBeNull();
      expect(await storage.stat('folder/object/below')).toBeNull();
    });

    it('hands an object over as a local file', async () => {
      await storage.put('local/file', Buffer.from('content'));
      expect(await storage.withFile('local/file', (path) => readFile(path, 'utf8'))).toBe('content');
      expect(await read('local/file')).toBe('content');
      await expect(
        storage.withFile('local/file', () => Promise.reject(new Error('of the user'))),
      ).rejects.toThrow('of the user');
      expect(await storage.withFile('local/missing', async () => 'used')).toBeNull();
      expect(await storage.withFile('local', async () => 'used')).toBeNull();
    });

    it('deletes, also what is not there', async () => {
      await storage.put('deleted', Buffer.from('x'));
      await storage.delete('deleted');
      expect(await storage.stat('deleted')).toBeNull();
      await storage.delete('deleted');
    });

    it('lists keys in order by any prefix', async () => {
      const keys = ['list/a', 'list/a-b', 'list/a/b', 'list/aa', 'list/b/c', 'listed'];
      for (const key of keys.filter((each) => each !== 'list/a')) await storage.put(key, Buffer.from('x'));
      expect(await list('list/')).toEqual(['list/a-b', 'list/a/b', 'list/aa', 'list/b/c']);
      expect(await list('list/a')).toEqual(['list/a-b', 'list/a/b', 'list/aa']);
      expect(await list('list/b/')).toEqual(['list/b/c']);
      expect(await list('no/such/prefix')).toEqual([]);
      expect(await list('')).toEqual(expect.arrayContaining(['list/aa', 'listed']));
    });

    it.each(hostileKeys)('refuses the key %j everywhere', async (key) => {
      const path = join(scratch, 'file');
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
      await expect(storage.putFile(key, path)).rejects.toThrow(RangeError);
      await expect(storage.open(key)).rejects.toThrow(RangeError);
      await expect(storage.stat(key)).rejects.toThrow(RangeError);
      await expect(storage.withFile(key, async () => undefined)).rejects.toThrow(RangeError);
      await expect(storage.delete(key)).rejects.toThrow(RangeError);
    });

    it('says that it works', async () => {
      await expect(storage.check()).resolves.toBeUndefined();
    });
  });
}
