import type { TreeHead } from './checkpoint.ts';
import { findAlteredParts, type LogLine, parseLogEntry } from './log-line.ts';
import { hashLeaf, RootBuilder } from './merkle.ts';

/** The result of verifying a log. */
export interface Verification {
  /** The number of entries, missing ones before the last included. */
  readonly size: number;
  /** The root of the tree of the entries that are there. */
  readonly root: Buffer;
  /** Entries from which personal data was erased. */
  readonly erased: number;
  /** The largest checkpoint that the log matches; 0 without one. */
  readonly covered: number;
  readonly problemCount: number;
  /** The first problems, as sentences. */
  readonly problems: readonly string[];
}

const MAX_PROBLEMS = 50;
/** Characters of a name in a problem; those of events are shorter. */
const MAX_PRINTED = 100;
const FIRST_PREVIOUS = '00'.repeat(32);

/** The claims that a log is compared with. */
interface Claims {
  /** The number of entries that it should have. */
  readonly size: number;
  readonly checkpoints: readonly TreeHead[];
}

/**
 * Verifies the entries of a log, in their order, and that it has the claimed size and matches the checkpoints. Finds every
 * entry that was altered, removed, added or moved since it was written; an entry that was rewritten with all that follow it
 * is found by the first checkpoint after it. Takes no longer for large positions and sizes, which may be invented.
 */
export async function verifyLog(
  lines: AsyncIterable<LogLine>,
  { size: claimed, checkpoints }: Claims,
): Promise<Verification> {
  const problems: string[] = [];
  let problemCount = 0;
  const report = (problem: string) => {
    problemCount += 1;
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const tree = new RootBuilder();
  const waiting = [...checkpoints].sort((a, b) => a.size - b.size);
  let size = 0;
  let covered = 0;
  let erased = 0;
  let previous = [FIRST_PREVIOUS];

  const compare = () => {
    for (let head = waiting[0]; head && head.size <= size; head = waiting[0]) {
      waiting.shift();
      if (head.size === size && head.root.equals(tree.root())) covered = head.size;
      // A problem that was found before explains it.
      else if (problemCount === 0) {
        report(
          `The log doesn’t match its checkpoint of size ${head.size}: rows ${covered} to ${head.size - 1} contain one that was altered, removed or moved together with all that follow it.`,
        );
      }
    }
  };

  compare();
  for await (const line of lines) {
    const { position, event } = line;
    if (position === null) {
      report(`The event ${event?.id} (${printable(event?.event ?? '')}) was added without the chain.`);
      continue;
    }
    if (position >= claimed) {
      report(`Row ${position} is too many: the log has ${claimed} rows.`);
      continue;
    }
    const expected = size;
    if (position < expected) report(`Row ${position} is repeated.`);
    else if (position > expected) report(`${describeGap(expected, position)}.`);
    const hash = hashLeaf(line.entry).toString('hex');
    for (const problem of findProblems(line, { hash, previous: position === expected ? previous : null })) {
      report(problem);
    }
    if (event?.personal && (event.personal.peopleSalt === null || event.personal.detailsSalt === null))
      erased += 1;
    tree.add(Buffer.from(hash, 'hex'));
    // Later rows keep their positions, so that each problem is reported once.
    size = Math.max(size, position + 1);
    previous = [hash, line.hash];
    compare();
  }
  for (const head of waiting) {
    report(`${describeGap(size, head.size)}: a checkpoint covers ${head.size} rows.`);
  }
  if (size < claimed && claimed > (waiting.at(-1)?.size ?? 0)) report(`${describeGap(size, claimed)}.`);
  return { size, root: tree.root(), erased, covered, problemCount, problems };
}

function describeGap(from: number, to: number): string {
  return to === from + 1 ? `Row ${from} is missing` : `Rows ${from} to ${to - 1} are missing`;
}

interface ExpectedHashes {
  /** The hash of the line's entry. */
  readonly hash: string;
  /** The hashes of the row before, as computed and as stored; null when another row precedes it. */
  readonly previous: readonly string[] | null;
}

function* findProblems(
  { position, entry: text, hash: stored, event }: LogLine,
  { hash, previous }: ExpectedHashes,
) {
  const entry = parseLogEntry(text);
  if (hash !== stored || !entry) {
    yield `Row ${position}: its entry was altered.`;
    return;
  }
  if (entry.position !== position)
    yield `Row ${position} was moved: it was written as row ${entry.position}.`;
  else if (previous && !previous.includes(entry.previous)) {
    yield `Row ${position} doesn’t follow the row before it: one of them was altered.`;
  }
  if (!event) {
    yield `Row ${position}: its event is missing.`;
    return;
  }
  const altered = findAlteredParts(entry, event);
  if (altered.length > 0) yield `Row ${position} (${printable(entry.event)}): ${altered.join(', ')} altered.`;
}

/** Returns a name from an export that anyone may have written, without characters that control a terminal. */
function printable(name: string): string {
  const escape = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  return name.slice(0, MAX_PRINTED).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, escape);
}
