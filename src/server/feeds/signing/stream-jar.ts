import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate';
import type { SignatureMembers } from './jar.ts';
import { END_OF_SEGMENTS, type JarSegment } from './jar-segments.ts';

/** The only file of a streamed JAR. */
export interface StreamedFile {
  readonly name: string;
  readonly segments: AsyncIterable<JarSegment>;
  readonly modifiedAt: Date;
}

/** ZIP's number of the compression method. */
const DEFLATE = 8;

/**
 * Streams a JAR with a single file, however large. `sign` gets the file's SHA-256 by its name, in Base64. The signature
 * comes last, because it covers the hash; verifiers find it by the archive's directory.
 */
export async function* streamJar(
  { name, segments, modifiedAt }: StreamedFile,
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
  for await (const { plain, compressed } of segments) {
    hash.update(plain);
    file.size += plain.length;
    file.crc = crc32(plain, file.crc);
    file.ondata?.(null, compressed, false);
    yield* written.splice(0);
  }
  file.ondata?.(null, END_OF_SEGMENTS, true);
  for (const [member, bytes] of Object.entries(await sign({ [name]: hash.digest('base64') }))) {
    const stored = new ZipPassThrough(member);
    stored.mtime = modifiedAt;
    zip.add(stored);
    stored.push(bytes, true);
  }
  zip.end();
  yield* written.splice(0);
}

/** Returns the position of the compressed file in a JAR made by `streamJar`, which begins with its header. */
export function compressedOffset(name: string): number {
  return ZIP_HEADER_BYTES + Buffer.byteLength(name);
}

/**
 * Length of a local file header without its name.
 * @see PKWARE, APPNOTE.TXT, section 4.3.7
 */
const ZIP_HEADER_BYTES = 30;
