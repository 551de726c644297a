import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSmallDisk } from '#test/support/small-disk.ts';
import { describeStorage } from './conformance.ts';
import { openDiskStorage } from './disk.ts';
import { StorageAccessError, StorageFullError } from './storage.ts';

const HOUR_MS = 3_600_000;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'quayside-disk-'));
});
afterAll(() => rm(root, { recursive: true }));

describeStorage('the disk', () => openDiskStorage(join(root, 'deep/down')));

it('leaves files alone that another server is writing', async () => {
  const directory = join(root, 'shared');
  const first = await openDiskStorage(directory);
  const content = new PassThrough();
  const writing = first.put('large', content);
  content.write('the first half');
  await expect.poll(() => readdir(join(directory, 'incoming'))).toHaveLength(1);
  const second = await openDiskStorage(directory);
  expect(await second.removeUnfinished(HOUR_MS)).toEqual([]);
  content.end(' and the second');
  expect(await writing).toMatchObject({ size: 29 });
  expect(await second.stat('large')).toMatchObject({ size: 29 });
});

it('removes partial files of a crash once they have been idle for long enough', async () => {
  const directory = join(root, 'crashed');
  const storage = await openDiskStorage(directory);
  await storage.put('kept', Buffer.from('x'));
  const before = new Date(Date.now() - 2 * HOUR_MS);
  for (const name of ['old', 'new']) await writeFile(join(directory, 'incoming', name), 'half');
  await utimes(join(directory, 'incoming/old'), before, before);
  expect(await storage.removeUnfinished(HOUR_MS)).toEqual(['incoming/old']);
  expect(await readdir(join(directory, 'incoming'))).toEqual(['new']);
  expect(await storage.stat('kept')).not.toBeNull();
});

it('leaves nothing behind when a write is interrupted', async () => {
  const directory = join(root, 'broken');
  const storage = await openDiskStorage(directory);
  await mkdir(join(directory, 'objects/a'));
  await expect(storage.put('a', Buffer.from('x'))).rejects.toThrow('EISDIR');
  expect(await readdir(join(directory, 'incoming'))).toEqual([]);
});

it('moves an object once, however many move it at the same time', async () => {
  const storage = await openDiskStorage(join(root, 'moved'));
  await storage.put('wanted', Buffer.from('abc'));
  const moves = await Promise.all(Array.from({ length: 20 }, () => storage.move('wanted', 'taken')));
  expect(moves.filter(Boolean)).toHaveLength(1);
});

it('keeps objects to the owner', async () => {
  const directory = join(root, 'private');
  const storage = await openDiskStorage(directory);
  await storage.put('object', Buffer.from('x'));
  expect((await stat(directory)).mode & 0o077).toBe(0);
  expect((await stat(join(directory, 'objects/object'))).mode & 0o077).toBe(0);
});

it('reports that it cannot store objects', async () => {
  const directory = join(root, 'gone');
  const storage = await openDiskStorage(directory);
  await rm(directory, { recursive: true });
  await expect(storage.check()).rejects.toThrow('ENOENT');
});

it('leaves no partial file when the disk is full, and works again once there is space', async () => {
  await using disk = await openSmallDisk(4);
  const storage = await openDiskStorage(disk.path);
  await disk.fill();
  await expect(storage.check()).rejects.toThrow(StorageFullError);
  await expect(storage.put('object', Buffer.alloc(10_000))).rejects.toThrow(StorageFullError);
  expect(await readdir(join(disk.path, 'incoming'))).toEqual([]);
  await disk.empty();
  await expect(storage.check()).resolves.toBeUndefined();
  await storage.put('object', Buffer.alloc(10_000));
});

it('says what to do when files may not be read', async () => {
  const directory = join(root, 'closed');
  const storage = await openDiskStorage(directory);
  await storage.put('folder/kept', Buffer.from('x'));
  await chmod(join(directory, 'objects/folder'), 0o000);
  const isRoot = process.geteuid?.() === 0;
  // File modes don't bind root, so it becomes nobody for a moment.
  if (isRoot) process.seteuid?.(65_534);
  try {
    for (const read of [storage.stat, storage.open]) {
      const error = await read('folder/kept').catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StorageAccessError);
      expect(String(error)).toContain('Let Quayside’s user read its files and enter its folders.');
    }
  } finally {
    if (isRoot) process.seteuid?.(0);
    await chmod(join(directory, 'objects/folder'), 0o700);
  }
  expect(await storage.stat('folder/kept')).toMatchObject({ size: 1 });
});
