import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** The files of an F-Droid repository, in a folder or on a web server. */
export interface RepositorySource {
  /** Its folder or address, without a fingerprint. */
  readonly name: string;
  /**
   * Opens a file by its path below the repository. Null when there is none; throws `SourceError` for a path that leaves
   * the repository and for a file of more than `maxBytes`. The caller must consume or destroy the stream.
   */
  open(path: string, maxBytes: number): Promise<Readable | null>;
}

/** A file of a repository that can't be used. Its message is a sentence for the operator. */
export class SourceError extends Error {
  override readonly name: string = 'SourceError';
}

/** A file that can't be read now, such as after a timeout, and perhaps later. */
export class UnreadableError extends SourceError {
  override readonly name = 'UnreadableError';
}

/** Reads a small file; null when there is none. Throws `SourceError`. */
export async function readSmall(
  source: RepositorySource,
  path: string,
  maxBytes: number,
): Promise<Buffer | null> {
  const stream = await source.open(path, maxBytes);
  if (!stream) return null;
  try {
    return await buffer(stream);
  } catch (error) {
    throw new SourceError(`${path} can’t be read: ${(error as Error).message}`);
  }
}

/** One name of a path: no parent or hidden folder, no separator of any system and no control character. */
const NAME = /^(?!\.)[^/\\:\p{Cc}]{1,255}$/u;

/**
 * Returns the names of a path that an index gives, which may begin with a slash. Throws `SourceError` for one that could
 * leave the repository.
 */
export function splitPath(path: string): string[] {
  const names = path.replace(/^\//, '').split('/');
  if (names.length > 10 || !names.every((name) => NAME.test(name))) {
    throw new SourceError(`"${path.slice(0, 100)}" isn’t a path inside of the repository.`);
  }
  return names;
}
