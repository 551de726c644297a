import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { StartupError } from '../../platform/config/startup-error.ts';
import type { BackupFile } from './file-index.ts';
import type { BackupManifest } from './manifest.ts';

const fileSchema = z.object({
  key: z.string(),
  size: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  modifiedAt: z.int(),
});

/** Writes the list of a backup's files, one JSON object a line, and returns its part of the manifest. */
export async function writeFileList(
  path: string,
  pages: Iterable<readonly BackupFile[]>,
): Promise<Omit<BackupManifest['files'], 'missing' | 'damaged'>> {
  const hash = createHash('sha256');
  const total = { count: 0, bytes: 0, size: 0 };
  const lines = function* () {
    for (const page of pages) {
      const text = page.map((file) => `${JSON.stringify(file)}\n`).join('');
      hash.update(text);
      total.count += page.length;
      total.bytes += page.reduce((sum, { size }) => sum + size, 0);
      total.size += Buffer.byteLength(text);
      yield text;
    }
  };
  await pipeline(lines(), createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
  const { count, bytes, size } = total;
  return { count, bytes, list: { size, sha256: hash.digest('hex') } };
}

/** Yields the files of a backup's list. Throws `StartupError` when a line is damaged. */
export async function* readFileList(path: string): AsyncGenerator<BackupFile> {
  const input = createReadStream(path);
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield fileSchema.parse(JSON.parse(line));
    }
  } catch (error) {
    throw new StartupError(`${path} is damaged: ${(error as Error).message}. Use another backup.`);
  } finally {
    input.destroy();
  }
}
