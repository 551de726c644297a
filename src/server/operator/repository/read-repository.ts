import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RepositoryIndex } from './index-format.ts';
import { readIndexV1 } from './index-v1.ts';
import { readIndexV2 } from './index-v2.ts';
import { readSignedFile } from './signed-index.ts';
import { type RepositorySource, readSmall, SourceError } from './source.ts';

/** Three times the largest public index. */
const MAX_INDEX_BYTES = 192 * 1024 ** 2;
const MAX_ENTRY_BYTES = 4 * 1024 ** 2;

const entry = z.object({
  index: z.object({ name: z.string().max(1_000), sha256: z.string().toLowerCase() }),
});

/** An index, and the fingerprint of its signer; null where no signed file vouches for it. */
interface ReadRepository {
  readonly index: RepositoryIndex;
  readonly fingerprint: string | null;
}

/**
 * Reads the index of a repository: the one that `entry.jar` names, else that in `index-v1.jar`, and in a folder without
 * signed files the plain ones. Throws `SourceError` when a signature or hash is wrong, or nothing can be read.
 */
export async function readRepositoryIndex(source: RepositorySource): Promise<ReadRepository> {
  return (await readByEntry(source)) ?? (await readVersion1(source)) ?? (await readUnsigned(source));
}

async function readByEntry(source: RepositorySource): Promise<ReadRepository | null> {
  const jar = await readSmall(source, 'entry.jar', MAX_ENTRY_BYTES);
  if (!jar) return null;
  const { content, fingerprint } = await readSignedFile(jar, 'entry.json', MAX_ENTRY_BYTES);
  const { index } = parse('entry.json', content, (json) => entry.parse(json));
  const bytes = await readSmall(source, index.name, MAX_INDEX_BYTES);
  if (!bytes) throw new SourceError(`${index.name} is missing, which entry.jar names.`);
  if (createHash('sha256').update(bytes).digest('hex') !== index.sha256) {
    throw new SourceError(`${index.name} isn’t the file that entry.jar names: its SHA-256 differs.`);
  }
  return { index: parse(index.name, bytes, readIndexV2), fingerprint };
}

async function readVersion1(source: RepositorySource): Promise<ReadRepository | null> {
  const jar = await readSmall(source, 'index-v1.jar', MAX_INDEX_BYTES);
  if (!jar) return null;
  const { content, fingerprint } = await readSignedFile(jar, 'index-v1.json', MAX_INDEX_BYTES);
  return { index: parse('index-v1.json', content, readIndexV1), fingerprint };
}

async function readUnsigned(source: RepositorySource): Promise<ReadRepository> {
  for (const [name, read] of [
    ['index-v2.json', readIndexV2],
    ['index-v1.json', readIndexV1],
  ] as const) {
    const bytes = await readSmall(source, name, MAX_INDEX_BYTES);
    if (bytes) return { index: parse(name, bytes, read), fingerprint: null };
  }
  throw new SourceError('It has no index that can be read.');
}

function parse<Result>(name: string, bytes: Buffer, read: (json: unknown) => Result): Result {
  try {
    return read(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new SourceError(`${name} can’t be read: ${(error as Error).message.slice(0, 300)}`);
  }
}
