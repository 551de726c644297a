import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { killServers, spawnServer } from '#test/support/server-process.ts';
import { makeDirectory } from './private-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-private-'));
  await writeFile(join(folder, 'file'), '');
});
afterEach(async () => {
  killServers();
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('a directory', () => {
  test('is made with its parents, which nobody else enters, and may be there', async () => {
    const path = join(folder, 'a/b/c');
    await makeDirectory(path);
    await makeDirectory(path);
    expect(await Promise.all(['a', 'a/b', 'a/b/c'].map((part) => modeOf(join(folder, part))))).toEqual([
      '700',
      '700',
      '700',
    ]);
  });

  test('may be a link to one', async () => {
    await mkdir(join(folder, 'real'));
    await symlink('real', join(folder, 'link'));
    await makeDirectory(join(folder, 'link'));
    await makeDirectory(join(folder, 'link/new'));
    expect(await modeOf(join(folder, 'real/new'))).toBe('700');
  });

  test('is made once by several processes', async () => {
    const path = join(folder, 'x/y/z');
    await Promise.all(Array.from({ length: 5 }, () => makeDirectory(path)));
    expect(await modeOf(path)).toBe('700');
  });
});

describe('a server whose DATA_DIR can’t be made', () => {
  test.each(['/proc/x', '/proc/x/y', '/sys/x', '/dev/null', '/dev/null/x', 'FOLDER/file', 'FOLDER/file/x'])(
    '%s ends with a message',
    async (path) => {
      const dataDir = path.replace('FOLDER', folder);
      const { code, stderr } = await spawnServer({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }).ended;
      expect(stderr.trim()).toMatch(
        /^Quayside cannot start\. DATA_DIR \S+ can’t be created: .*\. Use a directory that Quayside can write to\.$/,
      );
      expect([code, stderr.includes(dataDir)]).toEqual([1, true]);
    },
  );
});
