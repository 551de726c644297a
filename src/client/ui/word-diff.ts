/** A part of two texts: in both, only in the older, or only in the newer. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/**
 * Maximum pairs of words that are compared: about 3,000 changed words on each side. Beyond it the changed middle is
 * shown as a whole, so that no text can block the page.
 */
const MAX_PAIRS = 9_000_000;

/** Compares two texts word by word; removed words come before those added in their place. */
export function diffWords(before: string, after: string): DiffPart[] {
  const old = splitWords(before);
  const next = splitWords(after);
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1;
  let end = 0;
  const shorter = Math.min(old.length, next.length) - start;
  while (end < shorter && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  return joinParts([
    { kind: 'same', text: old.slice(0, start).join('') },
    ...diffMiddle(old.slice(start, old.length - end), next.slice(start, next.length - end)),
    { kind: 'same', text: old.slice(old.length - end).join('') },
  ]);
}

/** Letters with their marks, and emoji of several code points, stay together, or a part of a sign would be marked. */
const WORDS =
  /\s+|[\p{L}\p{M}\p{N}_]+|\p{Extended_Pictographic}(?:[\ufe0f\u200d\p{Emoji_Modifier}]|(?<=\u200d)\p{Extended_Pictographic})*|[^\s\p{L}\p{M}\p{N}_]/gu;

/** Splits a text into words, spaces and marks, without losing any. */
function splitWords(text: string): string[] {
  return text.match(WORDS) ?? [];
}

/** Finds the changes by the longest common subsequence. */
function diffMiddle(old: readonly string[], next: readonly string[]): DiffPart[] {
  if (old.length * next.length > MAX_PAIRS) {
    return [
      { kind: 'removed', text: old.join('') },
      { kind: 'added', text: next.join('') },
    ];
  }
  const width = next.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === next[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      parts.push({ kind: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j >= next.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ kind: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: next[j] ?? '' });
      j += 1;
    }
  }
  return parts;
}

/** Merges neighbours of one kind; a lone space between changes belongs to them. */
function joinParts(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed });
    if (added !== '') joined.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  parts.forEach(({ kind, text }, index) => {
    if (text === '') return;
    const isBetween =
      kind === 'same' &&
      removed + added !== '' &&
      text.trim() === '' &&
      parts.slice(index + 1).find((one) => one.text !== '')?.kind !== 'same' &&
      index < parts.length - 1;
    if (kind === 'removed' || isBetween) removed += text;
    if (kind === 'added' || isBetween) added += text;
    if (kind !== 'same' || isBetween) return;
    flush();
    const last = joined.at(-1);
    if (last?.kind === 'same') joined[joined.length - 1] = { kind, text: last.text + text };
    else joined.push({ kind, text });
  });
  flush();
  return joined;
}
