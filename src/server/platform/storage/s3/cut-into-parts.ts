import { type ArrivingBytes, TooManyBytesError } from '../storage.ts';
import { PART_BYTES } from './multipart.ts';

/** Memory of this process for bytes that arrive and are not stored yet: about fifty uploads at once. */
const MAX_BUFFERED_BYTES = 256 * 1024 ** 2;

/** The part of it for one account: about twelve uploads at once, so that others can send too. */
const MAX_ACCOUNT_BYTES = 64 * 1024 ** 2;

let bufferedBytes = 0;
const bytesByAccount = new Map<string, number>();

/**
 * Cuts bytes into parts of `PART_BYTES`, of which the last may be shorter; none for no bytes. Content that breaks off is
 * passed on up to there, and then its error is thrown. Throws `TooManyBytesError` when too many bytes are waiting in this
 * process, or too many of this account.
 */
export async function* cutIntoParts(content: ArrivingBytes): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  const take = () => {
    const part = Buffer.concat(chunks);
    chunks = [];
    return part;
  };
  const release = () => {
    freeMemory(size, content.account);
    size = 0;
  };
  let failure: { readonly error: unknown } | null = null;
  try {
    try {
      for await (const chunk of content) {
        for (let rest = chunk; rest.length > 0; ) {
          const fitting = rest.subarray(0, PART_BYTES - size);
          reserveMemory(fitting.length, content.account);
          chunks.push(fitting);
          size += fitting.length;
          rest = rest.subarray(fitting.length);
          if (size < PART_BYTES) continue;
          // A part counts until the next is asked for, because it is in memory while it is sent.
          yield take();
          release();
        }
      }
    } catch (error) {
      failure = { error };
    }
    if (size > 0) yield take();
  } finally {
    release();
  }
  if (failure) throw failure.error;
}

function reserveMemory(bytes: number, account: string | undefined): void {
  if (bufferedBytes + bytes > MAX_BUFFERED_BYTES) {
    throw new TooManyBytesError('too many bytes are waiting to be stored');
  }
  if (account !== undefined) {
    const ofAccount = (bytesByAccount.get(account) ?? 0) + bytes;
    if (ofAccount > MAX_ACCOUNT_BYTES) {
      throw new TooManyBytesError('too many bytes of one account are waiting to be stored');
    }
    bytesByAccount.set(account, ofAccount);
  }
  bufferedBytes += bytes;
}

function freeMemory(bytes: number, account: string | undefined): void {
  bufferedBytes -= bytes;
  if (account === undefined) return;
  const left = (bytesByAccount.get(account) ?? 0) - bytes;
  if (left > 0) bytesByAccount.set(account, left);
  else bytesByAccount.delete(account);
}
