/** A package as every reader here sees it: a size, and bytes fetched by position. Never the whole file at once. */
export interface ByteSource {
  /** Length of the whole package in bytes. */
  readonly size: number;
  /** Reads exactly `length` bytes at `offset`; callers stay within `size`, and a source that comes up short rejects. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A source over bytes that are in memory already. A read outside of them rejects with a RangeError. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > bytes.length) {
        return Promise.reject(new RangeError(`No ${length} bytes at ${offset} in ${bytes.length}`));
      }
      return Promise.resolve(bytes.subarray(offset, offset + length));
    },
  };
}
