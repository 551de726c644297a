import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findBackup, listBackups, partsOf, removeOldBackups, startBackup } from './backup-folder.ts';
import { manifestPath } from './manifest.ts';

const disk = vi.hoisted(() => ({ isFailing: false }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  const remove: typeof original.rm = async (...args) => {
    if (disk.isFailing) throw new Error('the disk failed');
    await original.rm(...args);
  };
  return { ...original, rm: remove };
});
afterEach(() => {
  disk.isFailing = false;
});

const NAMES = ['2027-03-01T02-00-00.000Z', '2027-03-02T02-00-00.000Z'];

test('a backup whose deletion is interrupted is none any more, and the next backup deletes the rest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-old-backups-'));
  const [old = '', newest = ''] = NAMES.map((name) => join(folder, name));
  for (const backup of [old, newest]) {
    await mkdir(backup);
    await writeFile(manifestPath(backup), '{}');
    await writeFile(partsOf(backup).fileList, '');
  }
  expect(await findBackup(old)).toBe(old);
  disk.isFailing = true;
  await expect(removeOldBackups(folder, 1)).rejects.toThrow('the disk failed');
  disk.isFailing = false;
  expect(await listBackups(folder)).toEqual([newest]);
  await expect(findBackup(old)).rejects.toThrow(`${old} can’t be read`);
  await (await startBackup(folder))[Symbol.asyncDispose]();
  expect((await readdir(folder)).sort()).toEqual([NAMES[1], 'files']);
  await rm(folder, { recursive: true });
});
