import { closeSync, openSync, readSync } from 'node:fs';

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

/** Bytes of a file to replace. */
export interface ByteEdit {
  readonly start: number;
  /** The first byte that stays. */
  readonly end: number;
  readonly added: Uint8Array;
  /** The replaced bytes, where they are known. */
  readonly expected?: Uint8Array;
}

/** A list in a file, or the text around lists. */
export type FilePart = ListEdits | { readonly old: string; readonly next: string };

/** The changes of a file, sorted by their places, and how many bytes it had. */
export interface FileEdits {
  readonly edits: readonly ByteEdit[];
  readonly oldSize: number;
}

/** Returns the changes of a file that consists of these parts. */
export function editsOfFile(parts: readonly FilePart[]): FileEdits {
  let oldSize = 0;
  const edits = parts.flatMap((part): ByteEdit[] => {
    const start = oldSize;
    if ('edits' in part) {
      // The last text has no comma.
      oldSize += Math.max(0, part.oldLength - 1);
      return editsOfList(part, start);
    }
    const expected = Buffer.from(part.old);
    oldSize += expected.length;
    return [{ start, end: oldSize, added: Buffer.from(part.next), expected }];
  });
  return { edits, oldSize };
}

/** Returns the changes of a list that begins at a position of a file. */
function editsOfList({ edits, oldLength }: ListEdits, begin: number): ByteEdit[] {
  const merged: { start: number; end: number; texts: string[] }[] = [];
  for (const { offset, dropped, added } of edits) {
    const last = merged.at(-1);
    const texts = added === null ? [] : [added];
    if (last?.end === offset) {
      last.end += dropped;
      last.texts.push(...texts);
    } else merged.push({ start: offset, end: offset + dropped, texts });
  }
  return merged.map(({ start, end, texts }) => {
    if (end < oldLength) {
      const added = Buffer.from(texts.map((text) => `${text},`).join(''));
      return { start: begin + start, end: begin + end, added };
    }
    // At the end of the list, the comma before the changed texts is replaced with them.
    const comma = start > 0 ? ',' : '';
    return {
      start: begin + start - comma.length,
      end: begin + Math.max(0, oldLength - 1),
      added: Buffer.from(texts.length > 0 ? comma + texts.join(',') : ''),
    };
  });
}

/**
 * Returns a piece of a file with its changes, as parts that may share its memory; null when nothing in it changes. Throws
 * `RangeError` when replaced bytes are others than expected.
 * @param offset the position of the piece in the file
 */
export function editPiece(
  piece: Uint8Array,
  offset: number,
  edits: readonly ByteEdit[],
): Uint8Array[] | null {
  const end = offset + piece.length;
  const ofPiece = edits.filter((edit) => edit.start < end && (edit.end > offset || edit.start >= offset));
  if (ofPiece.length === 0) return null;
  const parts: Uint8Array[] = [];
  let at = offset;
  for (const edit of ofPiece) {
    const [from, to] = [Math.max(edit.start, offset), Math.min(edit.end, end)];
    parts.push(piece.subarray(at - offset, from - offset));
    const replaced = piece.subarray(from - offset, to - offset);
    const expected = edit.expected?.subarray(from - edit.start, to - edit.start);
    if (expected && Buffer.compare(expected, replaced) !== 0) throw new RangeError(`other bytes at ${from}`);
    if (edit.start >= offset) parts.push(edit.added);
    at = to;
  }
  return [...parts, piece.subarray(at - offset)];
}

/** Bytes that are read at once: few steps through streams, little memory. */
const PIECE_BYTES = 1024 ** 2;

/** Yields the pieces of a file. Blocks the thread, so it is only for the process that renders. */
export function* readPieces(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
      const length = readSync(file, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
