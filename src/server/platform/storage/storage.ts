import type { Readable, Writable } from 'node:stream';
import type { FileProblem } from '#shared/admin/file-problems.ts';

/** The metadata of an object. */
export interface ObjectInfo {
  /** Size in bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/** An object in a listing. */
export interface ListedObject extends ObjectInfo {
  readonly key: string;
}

/** Inclusive byte positions from 0, as in an HTTP range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An object, or a range of it, opened for reading. */
export interface OpenedObject {
  /** The caller must consume or destroy it, or call `sendTo`. */
  readonly stream: Readable;
  /** Size of the whole object in bytes. */
  readonly size: number;
  /**
   * Writes the bytes to a target in place of `stream`, with less work and memory, and destroys `stream`; absent when the
   * storage has no faster way. Stops when the target is destroyed, and throws when the bytes can't be read. The target
   * must have passed on or copied what it gets before it calls back, because the buffer is used again.
   */
  readonly sendTo?: (target: Writable) => Promise<void>;
}

/** Lists keys after this one, in byte order. */
export interface ListOptions {
  readonly after?: string | undefined;
}

/** Number of bytes of an appended object that a storage may hold in memory, and lose when the process ends. */
export const MAX_UNSTORED_BYTES = 10 * 1024 ** 2;

/** Thrown when the storage has no space left. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** Thrown when the storage does not respond, or is too busy: the same may succeed in a moment. */
export class StorageUnavailableError extends Error {
  override readonly name: string = 'StorageUnavailableError';
}

/** Thrown when the storage refuses access, which only its operator can change. */
export class StorageAccessError extends StorageUnavailableError {
  override readonly name: string = 'StorageAccessError';
}

/** Thrown when the storage can't be written to, though it may be read. The message says what its operator can do. */
export class StorageReadOnlyError extends StorageAccessError {
  override readonly name = 'StorageReadOnlyError';
}

/** Thrown for an object that should be there but is damaged or missing, until it is restored. */
export class DamagedObjectError extends StorageUnavailableError {
  override readonly name = 'DamagedObjectError';

  constructor(key: string, problem: FileProblem) {
    super(`the stored object ${key} is ${problem}`);
  }
}

/** Remembers objects that are damaged or missing. */
export interface ObjectProblems {
  /** Throws `DamagedObjectError` when the object is known to be damaged. */
  readonly assertUndamaged: (key: string) => Promise<void>;
  /** Returns the known problem of an object; null without one. */
  readonly find: (key: string) => Promise<FileProblem | null>;
  /** Records a problem of an object that the database names, and has staff notified. */
  readonly report: (key: string, problem: FileProblem) => Promise<void>;
}

/** Thrown when too many bytes arrive at once, of everyone or of one account; what was stored before is kept. */
export class TooManyBytesError extends StorageUnavailableError {
  override readonly name = 'TooManyBytesError';
}

/** Bytes that arrive from an account, which gets a share of the memory in which they wait. */
export interface ArrivingBytes extends AsyncIterable<Uint8Array> {
  /** Undefined for the server's own. */
  readonly account?: string | undefined;
}

/** Returns the same bytes as those of an account. */
export function bytesOfAccount(
  content: AsyncIterable<Uint8Array>,
  account: string | undefined,
): ArrivingBytes {
  return { account, [Symbol.asyncIterator]: () => content[Symbol.asyncIterator]() };
}

/** Thrown when an object can't grow, because it was stored as a whole. */
export class CannotGrowError extends RangeError {
  override readonly name = 'CannotGrowError';
}

/** The headers with which a linked object is sent. */
export interface LinkHeaders {
  readonly type: string;
  readonly disposition?: string | undefined;
}

/**
 * Stores packages, images, feeds and unfinished uploads. Keys look like `packages/<id>` (see `assertKey`). An
 * object appears as a whole or not at all, and replaces an earlier one atomically; only appended objects grow
 * visibly. Writing throws `StorageFullError` when no space is left and `StorageReadOnlyError` when it isn't allowed, and
 * everything `StorageUnavailableError` when the storage does not respond.
 */
export interface Storage {
  /** Stores a stream or bytes; returns the size in bytes and the SHA-256 in lower-case hexadecimal. */
  put(key: string, content: Readable | Uint8Array): Promise<{ size: number; sha256: string }>;
  /**
   * Appends to an object, which is created with its first bytes, and returns the new size. Objects stored by `put` don't
   * grow everywhere: throws `CannotGrowError` where they don't. `offset` must be the current size, 0 when there is none;
   * otherwise it throws `RangeError`. When the content breaks off, the bytes received so far stay. The caller must ensure
   * that only one writer at a time appends to a key.
   */
  append(key: string, offset: number, content: ArrivingBytes): Promise<number>;
  /**
   * Renames an object durably. Returns false when there is none under `from`. When several move the same object at
   * once, more than one may return true.
   */
  move(from: string, to: string): Promise<boolean>;
  /**
   * Opens an object, or a range of it, for reading; null when there is none. Throws `RangeError` when the range does not
   * lie within the object.
   */
  open(key: string, range?: ByteRange): Promise<OpenedObject | null>;
  stat(key: string): Promise<ObjectInfo | null>;
  /**
   * Calls `use` with the object as a local file, the original or a copy, which `use` must only read. Returns
   * the result of `use`; null, without calling it, when there is no object.
   */
  withFile<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result | null>;
  /**
   * Returns an address where clients read an object from the storage itself for up to a minute; null when they read it
   * from this server.
   */
  linkTo(key: string, headers: LinkHeaders): Promise<string | null>;
  /** Deletes an object; does nothing when there is none. */
  delete(key: string): Promise<void>;
  /** Lists the keys that start with `prefix` ('' for all), in byte order. */
  list(prefix: string, options?: ListOptions): AsyncIterable<string>;
  /**
   * Lists objects in the order of `list`, each as `stat` returns it. Use it to look at many: a bucket needs one request
   * for a page of them. An object may have changed or disappeared since its page was read.
   */
  listObjects(prefix: string, options?: ListOptions): AsyncIterable<ListedObject>;
  /**
   * Deletes remains of interrupted writes that have been idle for this many milliseconds by the storage's own
   * clock; returns their names. Unfinished uploads are objects and stay.
   */
  removeUnfinished(idleMs: number): Promise<string[]>;
  /** Throws when objects cannot be stored at present; `StorageFullError` when space is the reason. */
  check(): Promise<void>;
  /** Absent where nothing is remembered of single objects. */
  readonly problems?: ObjectProblems;
}

/**
 * Rejects keys that could escape the storage or mean different things in different storages: a key is one or
 * more names of ASCII letters, digits, `.`, `_` and `-` between single slashes, none of them starting with a
 * dot, at most 512 characters in total. Throws `RangeError`.
 */
export function assertKey(key: string): void {
  const name = '[\\w-][\\w.-]*';
  if (key.length > 512 || !new RegExp(`^${name}(/${name})*$`).test(key)) {
    throw new RangeError(`"${key.slice(0, 100)}" cannot be the key of a stored object`);
  }
}

/** Returns true when a range lies within `size` bytes. */
export function isWithin({ start, end }: ByteRange, size: number): boolean {
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end && end < size;
}
