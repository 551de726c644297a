import type { Finding } from '../finding.ts';
import { fileFinding } from '../rules/file-rules.ts';

/** More would tell nobody anything new. */
const MAX_DOUBTS = 10;

/** Collects what Android’s readers of a manifest, or its releases, would read differently. */
export class ManifestDoubts {
  readonly #evidence = new Set<string>();
  #leftOut = 0;

  /** Records a doubt as a sentence; repeated ones count once. */
  add(evidence: string): void {
    if (this.#evidence.has(evidence)) return;
    if (this.#evidence.size < MAX_DOUBTS) this.#evidence.add(evidence);
    else this.#leftOut += 1;
  }

  /** Returns an error for each doubt, and one for those beyond the limit. */
  findings(): Finding[] {
    const found = [...this.#evidence].map((evidence) => fileFinding('manifest-ambiguous', evidence));
    const more = fileFinding('manifest-ambiguous', `${this.#leftOut} more places can be read in two ways.`);
    return this.#leftOut > 0 ? [...found, more] : found;
  }
}
