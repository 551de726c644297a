import type { ByteSource } from '../byte-source.ts';

/** A source that can also fill a buffer of the caller's: otherwise every megabyte that is read leaves one as garbage. */
interface FillingSource extends ByteSource {
  /** Fills `target` with the bytes at `offset`; rejects as `read` does. */
  readInto(offset: number, target: Uint8Array): Promise<unknown>;
}

/** Fills `target` with the source's bytes at `offset`, without a copy in between where the source can do that. */
export async function fill(source: ByteSource, offset: number, target: Uint8Array): Promise<void> {
  if (isFilling(source)) await source.readInto(offset, target);
  else target.set(await source.read(offset, target.length));
}

function isFilling(source: ByteSource): source is FillingSource {
  return 'readInto' in source;
}
