import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/**
 * Compresses the files of a built client again, in the best quality: a build for `npm start` must be quick, but a release is
 * built once and downloaded by everyone.
 */
export async function compressBest(client: string): Promise<void> {
  const level = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const compressed = globSync('**/*.br', { cwd: client }).map((path) => join(client, path));
  await Promise.all(
    compressed.map(async (path) => {
      const plain = await readFile(path.replace(/\.br$/, ''));
      await writeFile(path, await promisify(brotliCompress)(plain, level));
    }),
  );
}
