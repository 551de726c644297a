/** Interval for summarising repeated warnings and errors. */
const SUMMARY_MS = 10_000;

/** Kinds of warnings and errors counted at once; above this counting starts over. */
const MAX_KINDS = 1_000;

/** A series of equal lines. */
export interface RepeatedEntry {
  readonly level: number;
  readonly message: string;
  readonly error: string | undefined;
  /** Repetitions after the first line, which was written. */
  count: number;
}

interface RepeatsOptions {
  /** Writes the summary of a series. */
  readonly summarise: (repeated: RepeatedEntry) => void;
}

export interface RepeatFilter {
  /** Counts a line that is about to be logged, and returns true when an equal line was written recently. */
  isRepeated(level: number, logged: readonly unknown[]): boolean;
  /** Summarises everything counted so far. */
  flush(): void;
}

/**
 * Detects repeated warnings and errors: without a database, every request and every job logs the same. The
 * first is written in full, later ones are summarised every ten seconds. Two lines are equal when level,
 * message and error match, ignoring digits. Lines with a client's address, such as failed sign-ins, are always written:
 * programs that block clients count them.
 */
export function createRepeats({ summarise }: RepeatsOptions): RepeatFilter {
  const stretches = new Map<string, RepeatedEntry>();
  let timer: NodeJS.Timeout | null = null;

  const flush = () => {
    for (const [key, repeated] of stretches) {
      const { count } = repeated;
      // A series without a repetition has ended: the next equal line is written in full again.
      if (count === 0) stretches.delete(key);
      else {
        repeated.count = 0;
        summarise({ ...repeated, count });
      }
    }
    if (timer && stretches.size === 0) {
      clearInterval(timer);
      timer = null;
    }
  };

  return {
    isRepeated(level, logged) {
      if (namesClient(logged)) return false;
      const { message, error } = describeEntry(logged);
      const key = `${level} ${`${message} ${error}`.replaceAll(/\d+/g, '#')}`;
      const known = stretches.get(key);
      if (known) {
        known.count += 1;
        return true;
      }
      if (stretches.size >= MAX_KINDS) {
        flush();
        stretches.clear();
      }
      stretches.set(key, { level, message, error, count: 0 });
      timer ??= setInterval(flush, SUMMARY_MS).unref();
      return false;
    },
    flush,
  };
}

function namesClient([first]: readonly unknown[]): boolean {
  return typeof first === 'object' && first !== null && !(first instanceof Error) && 'address' in first;
}

/** Pino takes an optional object or error, the message, and values to interpolate. */
function describeEntry([first, second]: readonly unknown[]): { message: string; error: string | undefined } {
  if (typeof first === 'string') return { message: first, error: undefined };
  const message = typeof second === 'string' ? second : '';
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  return { message, error: error === undefined ? undefined : describeError(error) };
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  // Failed queries with the same cause count as equal.
  const reason = error.cause instanceof Error ? error.cause : error;
  const inner = reason instanceof AggregateError ? reason.errors.map(String).join('; ') : reason.message;
  return [error.name, code, inner].filter(Boolean).join(' ');
}
