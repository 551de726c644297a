import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ByteRange, Storage } from './storage.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function* bytesOf(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const each of texts) yield Buffer.from(each);
}

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
 * Tests the contract of `Storage` on an empty storage from `make`, which is called once. Each
 * implementation's test calls this.
 */
export function describeStorage(name: string, make: () => Promise<Storage>): void {
  describe(`${name} as a storage`, () => {
    let storage: Storage;
    beforeAll(async () => {
      storage = await make();
    });

    const read = async (key: string, range?: ByteRange) => {
      const opened = await storage.open(key, range);
      return opened && text(opened.stream);
    };
    const list = async (prefix: string, after?: string) => {
      const keys: string[] = [];
      for await (const key of storage.list(prefix, { after })) keys.push(key);
      return keys;
    };

    it('returns the stored bytes with their size and hash', async () => {
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

    it('stores an empty object', async () => {
      expect(await storage.put('empty', new Uint8Array())).toMatchObject({ size: 0 });
      expect(await read('empty')).toBe('');
    });

    it('replaces an object as a whole', async () => {
      await storage.put('replaced', Buffer.from('a longer first version'));
      await storage.put('replaced', Buffer.from('second'));
      expect(await read('replaced')).toBe('second');
    });

    it('keeps the earlier object when its replacement is interrupted', async () => {
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

    it('never mixes the content of concurrent writers', async () => {
      const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(100_000, index));
      await Promise.all(contents.map((content) => storage.put('raced', content)));
      const opened = await storage.open('raced');
      const found = opened && (await buffer(opened.stream));
      expect(contents.some((content) => found && content.equals(found))).toBe(true);
    });

    it('appends to an object, and moves it when it is complete', async () => {
      expect(await storage.append('growing', 0, bytesOf('abc'))).toBe(3);
      expect(await storage.append('growing', 3, bytesOf('de', 'f'))).toBe(6);
      expect(await storage.stat('growing')).toMatchObject({ size: 6 });
      expect(await storage.move('growing', 'moved/grown')).toBe(true);
      expect(await read('moved/grown')).toBe('abcdef');
      expect(await storage.stat('growing')).toBeNull();
      expect(await storage.move('growing', 'moved/grown')).toBe(false);
      expect(await read('moved/grown')).toBe('abcdef');
    });

    it.each(['put', 'append'] as const)(
      'moves an object of %s that many move at the same time',
      async (how) => {
        const [from, to] = [`wanted/${how}`, `moved/${how}`];
        if (how === 'put') await storage.put(from, Buffer.from('abc'));
        else await storage.append(from, 0, bytesOf('abc'));
        const moves = await Promise.all(Array.from({ length: 20 }, () => storage.move(from, to)));
        expect(moves).toContain(true);
        expect(await read(to)).toBe('abc');
        expect(await storage.stat(from)).toBeNull();
      },
    );

    it('appends, reads and moves more than one part', { timeout: 60_000 }, async () => {
      const bytes = randomBytes(13_000_000);
      const pieces = [
        bytes.subarray(0, 6_000_000),
        bytes.subarray(6_000_000, 6_000_100),
        bytes.subarray(6_000_100),
      ];
      let size = 0;
      for (const piece of pieces) {
        size = await storage.append(
          'large/growing',
          size,
          Readable.from([piece.subarray(0, 9), piece.subarray(9)]),
        );
      }
      expect(size).toBe(bytes.length);
      expect(await list('large/')).toEqual(['large/growing']);
      const range = await storage.open('large/growing', { start: 5_242_879, end: 10_485_760 });
      expect(range && bytes.subarray(5_242_879, 10_485_761).equals(await buffer(range.stream))).toBe(true);
      expect(await storage.move('large/growing', 'large/moved')).toBe(true);
      const moved = await storage.open('large/moved');
      expect(moved && sha256(await buffer(moved.stream))).toBe(sha256(bytes));
      expect(await list('large/')).toEqual(['large/moved']);
      expect(
        await storage.put('large/put', Readable.from([bytes.subarray(0, 7), bytes.subarray(7)])),
      ).toEqual({
        size: bytes.length,
        sha256: sha256(bytes),
      });
      const stored = await storage.open('large/put');
      expect(stored && sha256(await buffer(stored.stream))).toBe(sha256(bytes));
    });

    it.each([0, 2, 4])('appends only at the end, not at byte %i of three', async (offset) => {
      await storage.put('end', Buffer.from('abc'));
      await expect(storage.append('end', offset, bytesOf('x'))).rejects.toThrow(RangeError);
      await expect(storage.append('nothing-yet', 1, bytesOf('x'))).rejects.toThrow(RangeError);
      expect(await read('end')).toBe('abc');
      expect(await storage.stat('nothing-yet')).toBeNull();
    });

    it('keeps appended bytes when the content is interrupted', async () => {
      const breaking = (async function* () {
        yield Buffer.from('half');
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw new Error('the connection was lost');
      })();
      await expect(storage.append('halved', 0, breaking)).rejects.toThrow('the connection was lost');
      expect(await storage.append('halved', 4, bytesOf(' and half'))).toBe(13);
      expect(await read('halved')).toBe('half and half');
    });

    it('reads ranges', async () => {
      await storage.put('range', Buffer.from('0123456789'));
      expect(await read('range', { start: 0, end: 0 })).toBe('0');
      expect(await read('range', { start: 3, end: 6 })).toBe('3456');
      expect(await read('range', { start: 9, end: 9 })).toBe('9');
    });

    it('sends objects and ranges where it has a way of its own', async () => {
      const bytes = randomBytes(700_000);
      await storage.put('sent', bytes);
      for (const range of [undefined, { start: 1, end: 600_000 }]) {
        const opened = await storage.open('sent', range);
        if (!opened?.sendTo) return opened?.stream.destroy();
        const sent: Buffer[] = [];
        const target = new Writable({
          write(piece: Buffer, _, done) {
            sent.push(Buffer.from(piece));
            done();
          },
        });
        await opened.sendTo(target);
        const expected = range ? bytes.subarray(range.start, range.end + 1) : bytes;
        expect(expected.equals(Buffer.concat(sent))).toBe(true);
        await expect.poll(() => opened.stream.closed).toBe(true);
      }
    });

    it.each([
      { start: 0, end: 10 },
      { start: 10, end: 10 },
      { start: 5, end: 4 },
      { start: -1, end: 4 },
      { start: 0.5, end: 4 },
    ])('rejects the range %j of ten bytes', async (range) => {
      await storage.put('range', Buffer.from('0123456789'));
      await expect(storage.open('range', range)).rejects.toThrow(RangeError);
    });

    it('returns null for missing objects', async () => {
      expect(await storage.open('missing')).toBeNull();
      expect(await storage.stat('missing')).toBeNull();
      await storage.put('folder/object', Buffer.from('x'));
      expect(await storage.stat('folder')).toBeNull();
      expect(await storage.open('folder')).toBeNull();
      expect(await storage.stat('folder/object/below')).toBeNull();
    });

    it('provides an object as a local file', async () => {
      await storage.put('local/file', Buffer.from('content'));
      expect(await storage.withFile('local/file', (path) => readFile(path, 'utf8'))).toBe('content');
      expect(await read('local/file')).toBe('content');
      await expect(
        storage.withFile('local/file', () => Promise.reject(new Error('of the user'))),
      ).rejects.toThrow('of the user');
      expect(await storage.withFile('local/missing', async () => 'used')).toBeNull();
      expect(await storage.withFile('local', async () => 'used')).toBeNull();
    });

    it('deletes what has been appended', async () => {
      await storage.append('abandoned', 0, bytesOf('abc'));
      expect(await list('abandoned')).toEqual(['abandoned']);
      await storage.delete('abandoned');
      expect(await list('abandoned')).toEqual([]);
      expect(await storage.append('abandoned', 0, bytesOf('x'))).toBe(1);
      expect(await read('abandoned')).toBe('x');
    });

    it('deletes objects, including missing ones', async () => {
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
      expect(await list('list/', 'list/a/b')).toEqual(['list/aa', 'list/b/c']);
      await storage.append('list/a.b', 0, bytesOf('x'));
      expect(await list('list/a')).toEqual(['list/a-b', 'list/a.b', 'list/a/b', 'list/aa']);
      expect(await list('list/', 'list/a.b')).toEqual(['list/a/b', 'list/aa', 'list/b/c']);
      await storage.delete('list/a.b');
      expect(await list('')).toEqual(expect.arrayContaining(['list/aa', 'listed']));
    });

    it('lists objects as it describes each', async () => {
      await storage.put('listed-objects/a', Buffer.from('one'));
      await storage.append('listed-objects/b', 0, bytesOf('two', 'three'));
      await storage.put('listed-objects/c/d', Buffer.from('four'));
      const listed = await Array.fromAsync(storage.listObjects('listed-objects/'));
      expect(listed.map(({ key, size }) => [key, size])).toEqual([
        ['listed-objects/a', 3],
        ['listed-objects/b', 8],
        ['listed-objects/c/d', 4],
      ]);
      for (const { key, ...info } of listed) expect(await storage.stat(key)).toEqual(info);
      const after = storage.listObjects('listed-objects/', { after: 'listed-objects/b' });
      expect((await Array.fromAsync(after)).map(({ key }) => key)).toEqual(['listed-objects/c/d']);
    });

    it.each(hostileKeys)('rejects the key %j everywhere', async (key) => {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
      await expect(storage.append(key, 0, bytesOf('x'))).rejects.toThrow(RangeError);
      await expect(storage.move(key, 'moved')).rejects.toThrow(RangeError);
      await expect(storage.move('moved/grown', key)).rejects.toThrow(RangeError);
      await expect(storage.open(key)).rejects.toThrow(RangeError);
      await expect(storage.stat(key)).rejects.toThrow(RangeError);
      await expect(storage.withFile(key, async () => undefined)).rejects.toThrow(RangeError);
      await expect(storage.delete(key)).rejects.toThrow(RangeError);
    });

    it('passes its own check', async () => {
      await expect(storage.check()).resolves.toBeUndefined();
    });
  });
}
