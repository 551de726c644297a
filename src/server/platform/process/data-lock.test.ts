import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataDirectory } from './data-lock.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'quayside-lock-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('lets one holder in and names it to the next', async () => {
  using _ = await lockDataDirectory(directory);
  await expect(lockDataDirectory(directory)).rejects.toThrow(
    `Another Quayside server (process ${process.pid}) is using the data directory ${directory}.`,
  );
});

it('is free again after its holder', async () => {
  (await lockDataDirectory(directory))[Symbol.dispose]();
  using again = await lockDataDirectory(directory);
  expect(again).toBeDefined();
});
