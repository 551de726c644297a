import type { ByteSource } from '#shared/packages/byte-source.ts';

/** A file that was chosen in the browser, as the package readers see it. A read rejects when the file was changed since. */
export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    async read(offset, length) {
      const bytes = new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
      if (bytes.length !== length) throw new RangeError(`No ${length} bytes at ${offset} in ${blob.size}`);
      return bytes;
    },
  };
}
