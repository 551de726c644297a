import { createWriteStream } from 'node:fs';
import { readdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { makeStandIn, mountSmallDisk } from '#test/support/small-disk.ts';

const MB = 1024 ** 2;

const tmpfs = await mountSmallDisk(4);
const kinds = [
  ...(tmpfs ? [['a tmpfs', tmpfs] as const] : []),
  ['its stand-in', await makeStandIn(4)] as const,
];

test.each(kinds)('%s has its size, fills up and accepts files again', async (_kind, disk) => {
  await using full = disk;
  const { bsize, blocks } = await statfs(full.path);
  expect(bsize * blocks).toBe(4 * MB);
  await full.fill(MB);
  expect(Math.abs((await full.readFreeBytes()) - MB)).toBeLessThan(0.1 * MB);

  const stored = join(full.path, 'stored');
  const write = (bytes: number) => writeFile(stored, Buffer.alloc(bytes));
  const pipe = (pieces: number) =>
    pipeline(
      Readable.from(Array.from({ length: pieces }, () => Buffer.alloc(MB))),
      createWriteStream(join(full.path, 'piped')),
    );
  await expect(write(2 * MB)).rejects.toThrow('ENOSPC');
  await expect(pipe(2)).rejects.toThrow('ENOSPC');
  expect((await readdir(full.path)).sort()).toEqual(['ballast', 'piped', 'stored']);

  await full.empty();
  await write(MB);
  await pipe(2);
  expect(await full.readFreeBytes()).toBeLessThan(1.1 * MB);
  const { bavail, bsize: size } = await statfs(full.path);
  expect(bavail * size).toBe(await full.readFreeBytes());
});
