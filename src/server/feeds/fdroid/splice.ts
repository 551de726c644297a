/** A place in a list of texts, separated by commas, at which one is dropped or added. */
export interface Edit {
  /** Bytes before it in the old list, with a comma after each text. */
  readonly offset: number;
  /** Bytes of the dropped text with its comma; 0 when none is. */
  readonly dropped: number;
  readonly added: string | null;
}

/** The changes of a list. */
export interface ListEdits {
  /** Sorted by their places. */
  readonly edits: readonly Edit[];
  /** Bytes of the old list, with a comma after each text. */
  readonly oldLength: number;
}

/** Reads a stream piece by piece. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  /** Yields the next bytes. Throws when the stream is shorter. */
  async *take(length: number): AsyncGenerator<Buffer> {
    for (let missing = length; missing > 0; ) {
      if (this.#rest.length === 0) {
        const next = await this.#pieces.next();
        if (next.done) throw new RangeError(`${missing} bytes are missing`);
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }

  async skip(length: number): Promise<void> {
    for await (const _ of this.take(length));
  }

  /** Skips this text. Throws when the next bytes are others. */
  async expect(expected: string): Promise<void> {
    const found = Buffer.concat(await Array.fromAsync(this.take(Buffer.byteLength(expected)))).toString();
    if (found !== expected) throw new RangeError(`expected ${expected}, found ${found}`);
  }

  /** Throws when there are more bytes. */
  async expectEnd(): Promise<void> {
    const { done } = await this.#pieces.next();
    if (!done || this.#rest.length > 0) throw new RangeError('expected the end');
  }
}

/**
 * Yields a changed list of texts, separated by commas.
 * @param old reads the old list, and is at its end afterwards
 */
export async function* spliceList(
  old: ByteReader,
  { edits, oldLength: total }: ListEdits,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  let isFirst = true;
  const comma = () => {
    const separator = isFirst ? '' : ',';
    isFirst = false;
    return Buffer.from(separator);
  };
  /** The last text has no comma. */
  const skipTo = async (offset: number) => {
    await old.skip(Math.min(offset, total - 1) - Math.min(at, total - 1));
    at = offset;
  };
  async function* copyTo(offset: number) {
    if (offset <= at) return;
    yield comma();
    yield* old.take(offset - 1 - at);
    at = offset - 1;
    await skipTo(offset);
  }
  for (const { offset, dropped, added } of edits) {
    yield* copyTo(offset);
    await skipTo(offset + dropped);
    if (added !== null) {
      yield comma();
      yield Buffer.from(added);
    }
  }
  yield* copyTo(total);
}
