import type { Hasher } from './hasher.ts';

/** Page size of fs-verity; the signing block must start on a page boundary. */
export const PAGE_SIZE = 4096;
const DIGEST_SIZE = 32;
/** Eight zero bytes before every page. */
const SALT_SIZE = 8;

/**
 * The hash tree over a package's pages.
 * @see https://source.android.com/docs/security/features/apksigning/v2#integrity-protected-contents and AOSP
 * apksig, VerityTreeBuilder
 */
export class VerityTree {
  readonly #contentSize: number;
  readonly #hasher: Hasher;
  readonly #leaves: Uint8Array;

  /** `contentSize`: the bytes before the signing block, a multiple of the page size. */
  constructor(contentSize: number, hasher: Hasher) {
    this.#contentSize = contentSize;
    this.#hasher = hasher;
    this.#leaves = new Uint8Array((contentSize / PAGE_SIZE) * DIGEST_SIZE);
  }

  /** Digests a chunk of whole pages that starts at `offset`. Chunks may arrive in any order. */
  async addChunk(offset: number, chunk: Uint8Array): Promise<void> {
    this.#leaves.set(await this.#digestPages(chunk), (offset / PAGE_SIZE) * DIGEST_SIZE);
  }

  /**
   * Digests everything after the signing block. Returns the root of the tree followed by the total size
   * digested.
   */
  async finish(tail: Uint8Array): Promise<Uint8Array> {
    const tailLeaves = await this.#digestPages(tail);
    let level = new Uint8Array(this.#leaves.length + tailLeaves.length);
    level.set(this.#leaves);
    level.set(tailLeaves, this.#leaves.length);
    do level = await this.#digestPages(level);
    while (level.length > DIGEST_SIZE);
    const result = new Uint8Array(DIGEST_SIZE + 8);
    result.set(level);
    new DataView(result.buffer).setBigUint64(DIGEST_SIZE, BigInt(this.#contentSize + tail.length), true);
    return result;
  }

  /** Returns the digests of all pages in `bytes`; the last page is padded with zeros. */
  async #digestPages(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const count = Math.ceil(bytes.length / PAGE_SIZE);
    const digests = new Uint8Array(count * DIGEST_SIZE);
    const batch = 256;
    for (let start = 0; start < count; start += batch) {
      const pages = Array.from({ length: Math.min(batch, count - start) }, async (_, index) => {
        const page = start + index;
        const input = new Uint8Array(SALT_SIZE + PAGE_SIZE);
        input.set(bytes.subarray(page * PAGE_SIZE, (page + 1) * PAGE_SIZE), SALT_SIZE);
        digests.set(await this.#hasher('SHA-256', input), page * DIGEST_SIZE);
      });
      await Promise.all(pages);
    }
    return digests;
  }
}
