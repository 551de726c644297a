import { FormatError } from '../problems/format-error.ts';
/** Thrown when a signing block does not have the expected structure. */
export class BlockFormatError extends FormatError {
  override readonly name = 'BlockFormatError';
}

/**
 * Reads the little-endian, length-prefixed structures of the APK Signature Schemes v2 and v3 sequentially.
 */
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

  /**
   * Reads the next 32 bits as a signed number, as Java does.
   * @throws BlockFormatError at the end.
   */
  int32(): number {
    this.#require(4);
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4, true);
  }

  /**
   * Reads the next `length` bytes.
   * @throws BlockFormatError when fewer are left.
   */
  bytes(length: number): Uint8Array {
    this.#require(length);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /**
   * Reads the next length-prefixed value.
   * @throws BlockFormatError when the length goes past the end.
   */
  prefixed(): Uint8Array {
    const length = this.int32();
    if (length < 0) throw new BlockFormatError({ problem: 'negativeLength', length });
    return this.bytes(length);
  }

  /** Returns the remaining bytes. */
  rest(): Uint8Array {
    return this.bytes(this.remaining);
  }

  #require(length: number): void {
    if (length > this.remaining) {
      throw new BlockFormatError({ problem: 'blockCutOff', bytes: length, left: this.remaining });
    }
  }
}

/** Signers have a handful of signatures, digests, certificates and attributes. */
const MAX_VALUES = 1_000;

/**
 * Iterates over the length-prefixed values in `bytes`.
 * @throws BlockFormatError when one is cut off, or when there are too many.
 */
export function* prefixedValues(bytes: Uint8Array): Generator<Uint8Array> {
  const reader = new BlockReader(bytes);
  for (let count = 0; reader.remaining > 0; count++) {
    if (count === MAX_VALUES) throw new BlockFormatError({ problem: 'blockValues', max: MAX_VALUES });
    yield reader.prefixed();
  }
}
