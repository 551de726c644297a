import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { digestFile } from './file-digest.ts';

test.each([0, 1, 1024 ** 2, 3 * 1024 ** 2 + 7])(
  'a file of %i bytes has the same digest as in Node',
  async (size) => {
    const bytes = randomBytes(size);
    expect(await digestFile(bytesSource(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
);
