import type { Readable } from 'node:stream';

/** What is known of an object without reading it. */
export interface ObjectInfo {
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/** Byte positions from 0, both included, as in an HTTP range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where packages, images and feeds are kept. Keys look like `packages/<sha256>.apk` (see `assertKey`).
 * An object appears under its key as a whole or not at all, and replaces an earlier one at once.
 */
export interface Storage {
  /** Stores a stream or bytes; gives the size in bytes and the SHA-256 in lower-case hex of what was stored. */
  put(key: string, content: Readable | Uint8Array): Promise<{ size: number; sha256: string }>;
  /** Takes over a finished local file, which is gone from its place afterwards. */
  putFile(key: string, path: string): Promise<void>;
  /**
   * Opens an object, or a range within it, for reading; null when there is none. `size` is that of the whole object.
   * Throws `RangeError` when the range does not lie within the object. The caller consumes or destroys the stream.
   */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | null>;
  stat(key: string): Promise<ObjectInfo | null>;
  /**
   * Hands the object over as a local file, for as long as `use` takes: the object's own file or a copy of it, which
   * `use` only reads. Gives what `use` gives; null when there is no object, and `use` is then not called.
   */
  withFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result | null>;
  /** Deletes an object; no error when there is none. */
  delete(key: string): Promise<void>;
  /** The keys that start with `prefix` ('' for all), in order of their bytes. */
  list(prefix: string): AsyncIterable<string>;
  /** Throws when objects cannot be stored at present. */
  check(): Promise<void>;
}

/**
 * Refuses keys that could leave the storage or mean different things in different storages: a key is one or more
 * names of ASCII letters, digits, `.`, `_` and `-` between single slashes, none of them beginning with a dot, at most
 * 512 characters in all. Throws `RangeError`.
 */
export function assertKey(key: string): void {
  const name = '[\\w-][\\w.-]*';
  if (key.length > 512 || !new RegExp(`^${name}(/${name})*$`).test(key)) {
    throw new RangeError(`"${key.slice(0, 100)}" cannot be the key of a stored object`);
  }
}
