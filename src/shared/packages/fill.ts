import type { ByteSource } from './byte-source.ts';

/** A source that can read into an existing buffer, which avoids allocating one for every read. */
interface FillingSource extends ByteSource {
  /** Fills `target` with the bytes at `offset`; rejects like `read`. */
  readInto(offset: number, target: Uint8Array): Promise<unknown>;
}

/**
 * Fills `target` with the source's bytes at `offset`, without an intermediate copy when the source supports
 * that.
 */
export async function fill(source: ByteSource, offset: number, target: Uint8Array): Promise<void> {
  if (isFilling(source)) await source.readInto(offset, target);
  else target.set(await source.read(offset, target.length));
}

function isFilling(source: ByteSource): source is FillingSource {
  return 'readInto' in source;
}
