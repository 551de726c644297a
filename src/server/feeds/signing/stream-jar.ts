import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate';
import type { SignatureMembers } from './jar.ts';

/** The only file of a streamed JAR. */
export interface StreamedFile {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly modifiedAt: Date;
}

/** ZIP's number of the compression method. */
const DEFLATE = 8;

/** Higher levels take several times as long and save a tenth. */
const COMPRESSION = { level: 3, chunkSize: 128 * 1024 };

/**
 * Streams a JAR with a single file, however large. `sign` gets the file's SHA-256 by its name, in Base64. The signature
 * comes last, because it covers the hash; verifiers find it by the archive's directory.
 */
export async function* streamJar(
  { name, content, modifiedAt }: StreamedFile,
  sign: (digests: Readonly<Record<string, string>>) => Promise<SignatureMembers>,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  const hash = createHash('sha256');
  const file: ZipInputFile = { filename: name, compression: DEFLATE, mtime: modifiedAt, size: 0, crc: 0 };
  zip.add(file);
  async function* measured() {
    for await (const bytes of content) {
      hash.update(bytes);
      file.size += bytes.length;
      file.crc = crc32(bytes, file.crc);
      yield bytes;
    }
  }
  // A failure of the content destroys the stream, so that reading it fails.
  const compressed = pipeline(measured(), createDeflateRaw(COMPRESSION), () => {});
  for await (const bytes of compressed) {
    file.ondata?.(null, bytes, false);
    yield* written.splice(0);
  }
  file.ondata?.(null, new Uint8Array(), true);
  for (const [member, bytes] of Object.entries(await sign({ [name]: hash.digest('base64') }))) {
    const stored = new ZipPassThrough(member);
    stored.mtime = modifiedAt;
    zip.add(stored);
    stored.push(bytes, true);
  }
  zip.end();
  yield* written.splice(0);
}
