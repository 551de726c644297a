/** Bytes of a signing block that do not have the expected structure. */
export class BlockFormatError extends Error {
  override name = 'BlockFormatError';
}

/** Reads the little-endian, length-prefixed structures of the APK Signature Schemes v2 and v3, front to back. */
export class BlockReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.#bytes.length - this.#at;
  }

  /** The next 32 bits as a signed number, as Java reads them. @throws BlockFormatError at the end. */
  int32(): number {
    this.#require(4);
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4, true);
  }

  /** The next `length` bytes. @throws BlockFormatError when fewer are left. */
  bytes(length: number): Uint8Array {
    this.#require(length);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** The next value with a length in front. @throws BlockFormatError when the length goes past the end. */
  prefixed(): Uint8Array {
    const length = this.int32();
    if (length < 0) throw new BlockFormatError(`Negative length ${length}`);
    return this.bytes(length);
  }

  /** Everything that is left. */
  rest(): Uint8Array {
    return this.bytes(this.remaining);
  }

  #require(length: number): void {
    if (length > this.remaining) {
      throw new BlockFormatError(`${length} bytes are announced, ${this.remaining} are left`);
    }
  }
}

/** The length-prefixed values that follow one another in `bytes`. @throws BlockFormatError when one is cut off. */
export function* prefixedValues(bytes: Uint8Array): Generator<Uint8Array> {
  const reader = new BlockReader(bytes);
  while (reader.remaining > 0) yield reader.prefixed();
}
