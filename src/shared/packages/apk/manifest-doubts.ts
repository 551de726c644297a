import type { Finding } from '../finding.ts';
import type { ManifestDoubt } from '../rules/doubts.ts';
import { fileFinding } from '../rules/file-rules.ts';

/** More would tell nobody anything new. */
const MAX_DOUBTS = 10;

/** Collects what Android’s readers of a manifest, or its releases, would read differently. */
export class ManifestDoubts {
  readonly #doubts = new Map<string, ManifestDoubt>();
  #leftOut = 0;

  /** Records a doubt; repeated ones count once. */
  add(doubt: ManifestDoubt): void {
    const key = JSON.stringify(doubt);
    if (this.#doubts.has(key)) return;
    if (this.#doubts.size < MAX_DOUBTS) this.#doubts.set(key, doubt);
    else this.#leftOut += 1;
  }

  /** Returns an error for each doubt, and one for those beyond the limit. */
  findings(): Finding[] {
    const found = [...this.#doubts.values()].map((doubt) => fileFinding('manifest-ambiguous', doubt));
    const more = fileFinding('manifest-ambiguous', { found: 'more', count: this.#leftOut });
    return this.#leftOut > 0 ? [...found, more] : found;
  }
}
