/** Random access to a package. Readers fetch byte ranges and never the whole file at once. */
export interface ByteSource {
  /** Size of the package in bytes. */
  readonly size: number;
  /**
   * Reads exactly `length` bytes at `offset`, which must lie within `size`; rejects when the source has
   * fewer.
   */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Creates a source over bytes in memory. A read out of bounds rejects with a RangeError. */
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
