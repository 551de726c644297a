import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeStorage } from './conformance.ts';
import { openDiskStorage } from './disk.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'quayside-disk-'));
});
afterAll(() => rm(root, { recursive: true }));

describeStorage('the disk', () => openDiskStorage(join(root, 'deep/down')));

it('removes at opening what a crash left half written', async () => {
  const directory = join(root, 'crashed');
  const storage = await openDiskStorage(directory);
  await storage.put('kept', Buffer.from('x'));
  await writeFile(join(directory, 'incoming/half'), 'half');
  const again = await openDiskStorage(directory);
  expect(await readdir(join(directory, 'incoming'))).toEqual([]);
  expect(await again.stat('kept')).not.toBeNull();
});

it('leaves nothing behind when a write breaks off', async () => {
  const directory = join(root, 'broken');
  const storage = await openDiskStorage(directory);
  await mkdir(join(directory, 'objects/a'));
  await expect(storage.put('a', Buffer.from('x'))).rejects.toThrow('EISDIR');
  expect(await readdir(join(directory, 'incoming'))).toEqual([]);
});

it('keeps objects to the owner', async () => {
  const directory = join(root, 'private');
  const storage = await openDiskStorage(directory);
  await storage.put('object', Buffer.from('x'));
  expect((await stat(directory)).mode & 0o077).toBe(0);
  expect((await stat(join(directory, 'objects/object'))).mode & 0o077).toBe(0);
});

it('says when it cannot store any more', async () => {
  const directory = join(root, 'gone');
  const storage = await openDiskStorage(directory);
  await rm(directory, { recursive: true });
  await expect(storage.check()).rejects.toThrow('ENOENT');
});
