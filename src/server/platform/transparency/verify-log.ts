import type { TreeHead } from './checkpoint.ts';
import { findAlteredParts, type LogLine, parseLogEntry } from './log-line.ts';
import { hashLeaf, RootBuilder } from './merkle.ts';

/** The result of verifying a log. */
export interface Verification {
  /** The number of entries. */
  readonly size: number;
  /** The root of their tree. */
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
const FIRST_PREVIOUS = '00'.repeat(32);

/**
 * Verifies the entries of a log, in their order, and that it matches checkpoints whose signatures were verified. Finds
 * every entry that was altered, removed, added or moved since it was written; an entry that was rewritten with all that
 * follow it is found by the first checkpoint after it.
 */
export async function verifyLog(
  lines: AsyncIterable<LogLine>,
  checkpoints: readonly TreeHead[],
): Promise<Verification> {
  const problems: string[] = [];
  let problemCount = 0;
  const report = (problem: string) => {
    problemCount += 1;
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const tree = new RootBuilder();
  const waiting = [...checkpoints].sort((a, b) => a.size - b.size);
  let covered = 0;
  let erased = 0;
  let previous = [FIRST_PREVIOUS];

  const compare = () => {
    for (let head = waiting[0]; head && head.size <= tree.size; head = waiting[0]) {
      waiting.shift();
      if (head.size === tree.size && head.root.equals(tree.root())) covered = head.size;
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
      report(`The event ${event?.id} (${event?.event}) was added without the chain.`);
      continue;
    }
    const expected = tree.size;
    if (position < expected) report(`Row ${position} is repeated.`);
    else if (position === expected + 1) report(`Row ${expected} is missing.`);
    else if (position > expected) report(`Rows ${expected} to ${position - 1} are missing.`);
    // Later rows keep their positions, so that each problem is reported once.
    while (tree.size < position) tree.add(Buffer.alloc(32));
    const hash = hashLeaf(line.entry).toString('hex');
    for (const problem of findProblems(line, { hash, previous: position > expected ? null : previous })) {
      report(problem);
    }
    if (event?.personal && (event.personal.peopleSalt === null || event.personal.detailsSalt === null))
      erased += 1;
    tree.add(Buffer.from(hash, 'hex'));
    previous = [hash, line.hash];
    compare();
  }
  for (const { size } of waiting) {
    report(`Rows ${tree.size} to ${size - 1} are missing: a checkpoint covers ${size} rows.`);
  }
  return { size: tree.size, root: tree.root(), erased, covered, problemCount, problems };
}

interface Expected {
  /** The hash of the line's entry. */
  readonly hash: string;
  /** The hashes of the row before, as computed and as stored; null when it is missing. */
  readonly previous: readonly string[] | null;
}

function* findProblems(
  { position, entry: text, hash: stored, event }: LogLine,
  { hash, previous }: Expected,
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
  if (altered.length > 0) yield `Row ${position} (${entry.event}): ${altered.join(', ')} altered.`;
}
