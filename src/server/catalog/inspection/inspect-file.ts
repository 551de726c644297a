import { createHash, hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type FileSource, fileSource } from '#shared/packages/file-source.ts';
import { type Inspection, inspectPackage } from '#shared/packages/inspect.ts';

const HASH_STEP = 1024 * 1024;

/** The inspection of a file, and the file's SHA-256 in lower-case hexadecimal. */
export interface InspectedFile {
  inspection: Inspection;
  sha256: string;
}

/** Inspects and hashes a local file in chunks. Rejects with the system's error when it cannot be read. */
export async function inspectFile(path: string): Promise<InspectedFile> {
  await using file = await open(path, 'r');
  const source = fileSource(file, (await file.stat()).size);
  const inspection = await inspectPackage(source, {
    digest: (name, bytes) => hash(name, bytes, 'buffer'),
    createDigest: (name) => createHash(name),
  });
  return { inspection, sha256: await hashSource(source) };
}

async function hashSource(source: FileSource): Promise<string> {
  const sha256 = createHash('sha256');
  const buffer = new Uint8Array(HASH_STEP);
  for (let offset = 0; offset < source.size; offset += HASH_STEP) {
    const piece = buffer.subarray(0, source.size - offset);
    await source.readInto(offset, piece);
    sha256.update(piece);
  }
  return sha256.digest('hex');
}
