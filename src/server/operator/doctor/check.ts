import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT_CODES } from '../../platform/process/exit-codes.ts';

/** The result of a check. */
export interface CheckFinding {
  readonly status: 'ok' | 'warning' | 'error';
  /** One sentence. */
  readonly message: string;
  /** The instruction that corrects it; null when nothing is wrong, or the message has it. */
  readonly fix: string | null;
}

export interface DoctorCheck {
  readonly name: string;
  /** Looks without changing anything. What it throws is an error of what it checks. */
  readonly run: () => Promise<CheckFinding>;
  readonly timeoutMs?: number;
}

export interface CheckResult extends CheckFinding {
  readonly name: string;
}

const TIMEOUT_MS = 20_000;

export function ok(message: string): CheckFinding {
  return { status: 'ok', message, fix: null };
}

export function warning(message: string, fix: string): CheckFinding {
  return { status: 'warning', message, fix };
}

export function error(message: string, fix: string): CheckFinding {
  return { status: 'error', message, fix };
}

/** Runs all checks at the same time, each within its time limit, whatever the others do. */
export function runChecks(checks: readonly DoctorCheck[]): Promise<CheckResult[]> {
  return Promise.all(checks.map(async (check) => ({ name: check.name, ...(await runCheck(check)) })));
}

async function runCheck({ run, timeoutMs = TIMEOUT_MS }: DoctorCheck): Promise<CheckFinding> {
  const done = new AbortController();
  const late = sleep(timeoutMs, null, { signal: done.signal }).then(
    () => error(`The check took longer than ${timeoutMs / 1_000} s.`, 'Find out what doesn’t respond.'),
    () => ok(''),
  );
  try {
    return await Promise.race([run(), late]);
  } catch (thrown) {
    const [message = '', ...rest] = (thrown as Error).message.split('\n');
    return { status: 'error', message, fix: rest.join('\n').trim() || null };
  } finally {
    done.abort();
  }
}

/** Returns the exit code: 0 when all is well, 1 with warnings, 2 with errors. */
export function exitCodeOf(results: readonly CheckResult[]): number {
  const found = new Set(results.map(({ status }) => status));
  if (found.has('error')) return EXIT_CODES.problemsFound;
  return found.has('warning') ? EXIT_CODES.failed : EXIT_CODES.done;
}

const LABELS = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' };

/** Writes the results for people, each with what to do. */
export function describeResults(results: readonly CheckResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const lines = results.flatMap(({ name, status, message, fix }) => [
    `${LABELS[status]} ${name.padEnd(width)}  ${message}`,
    ...(fix === null ? [] : fix.split('\n').map((line) => `${' '.repeat(width + 10)}${line}`)),
  ]);
  const count = (status: CheckFinding['status']) =>
    results.filter((result) => result.status === status).length;
  return [...lines, '', `${count('ok')} ok, ${count('warning')} warnings, ${count('error')} errors`].join(
    '\n',
  );
}
