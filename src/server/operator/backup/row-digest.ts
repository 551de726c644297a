import { createHash, type Hash, hash } from 'node:crypto';

const NEWLINE = 0x0a;
const WORDS = 8;
const WORD = 2 ** 32;

/**
 * Computes a digest of rows that doesn't depend on their order: the sum of the SHA-256 of each row, modulo 2^256. PostgreSQL
 * keeps no order of rows: updates, VACUUM and COPY itself place them where a page has room. A sum counts equal rows, which an
 * XOR would not. It detects accidental damage, not rows that somebody chose to collide.
 *
 * Rows are those of COPY's text format, which ends each with a newline and has none within a row
 * (https://www.postgresql.org/docs/18/sql-copy.html). Memory doesn't grow with the number or the length of rows.
 */
export class RowDigest {
  readonly #sum = new Uint32Array(WORDS);
  /** The row whose end has not come yet. */
  #open: Hash | null = null;

  /** Adds the next bytes, which may begin and end within a row. */
  update(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, start);
      const piece = bytes.subarray(start, end === -1 ? bytes.length : end);
      start += piece.length + 1;
      if (end === -1) {
        this.#open ??= createHash('sha256');
        this.#open.update(piece);
      } else {
        this.#add(this.#open ? this.#open.update(piece).digest() : hash('sha256', piece, 'buffer'));
        this.#open = null;
      }
    }
  }

  /** Returns the digest in lower-case hex. Call it once, at the end. */
  digest(): string {
    if (this.#open) this.#add(this.#open.digest());
    return Array.from(this.#sum, (word) => word.toString(16).padStart(8, '0')).join('');
  }

  #add(sha256: Buffer): void {
    let carry = 0;
    for (let index = WORDS - 1; index >= 0; index -= 1) {
      const sum = (this.#sum[index] ?? 0) + sha256.readUInt32BE(index * 4) + carry;
      this.#sum[index] = sum % WORD;
      carry = sum >= WORD ? 1 : 0;
    }
  }
}
