import { CallError } from '#shared/errors.ts';
import { RELEASE_STATUSES } from '#shared/statuses/release-status.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import type { Version } from '#shared/versions/version.ts';
import { EXIT } from './command.ts';
import type { Store } from './store.ts';
import { UsageError } from './usage-error.ts';

/** The longest that one call waits. */
const CALL_SECONDS = 45;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
const MAX_SECONDS = 7 * 24 * 3600;
const DURATION = /^(\d{1,6})([smh])$/;
/** A time, or one whose unit is missing or wrong, which an error says. */
const LIKE_DURATION = /^\d+[a-z]*$/i;

/** The option of commands that wait: alone, with `=`, or with the time as the next argument. */
export const WAIT_OPTION = {
  type: 'string',
  value: 'TIME',
  ifBare: { value: '30m', form: LIKE_DURATION },
} as const;

/** Returns the seconds of a duration such as `30m`. Throws `UsageError`. */
export function readDuration(text: string): number {
  const [, count = '', unit = ''] = DURATION.exec(text) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (seconds > 0 && seconds <= MAX_SECONDS) return seconds;
  throw new UsageError(`--wait takes a time such as 90s, 30m or 2h, not "${text}".`);
}

interface WaitOptions {
  readonly version: Version;
  readonly seconds: number;
  readonly isOver: (version: Version) => boolean;
  /** Called for each status that it reaches on the way. */
  readonly onStatus: (version: Version) => void;
}

/**
 * Waits until something holds for a version, and returns it. Reads nothing where it holds already. Throws `CallError` after
 * the time.
 */
export async function waitForVersion(
  store: Store,
  { version: known, seconds, isOver, onStatus }: WaitOptions,
): Promise<Version> {
  const deadline = performance.now() + seconds * 1000;
  let version = known;
  while (!isOver(version)) {
    const left = Math.ceil((deadline - performance.now()) / 1000);
    if (left <= 0) throw waitedTooLong(version);
    const next = await readNext(store, version, { seconds: Math.min(CALL_SECONDS, left), deadline });
    if (next.version.status !== version.status && !isOver(next.version)) onStatus(next.version);
    version = next.version;
  }
  return version;
}

interface StatusWait {
  readonly seconds: number;
  /** By the clock of this process. */
  readonly deadline: number;
}

/** Waits for another status for some seconds. Throws `CallError`, which names the version when the wait itself fails. */
async function readNext(store: Store, version: Version, { seconds, deadline }: StatusWait) {
  const { id, status } = version;
  try {
    const input = { versionId: id, knownStatus: status, waitSeconds: seconds };
    return await store.call('versions.get', input, deadline);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // A token of a build job ends after minutes, which a review outlasts.
    if (error.details?.['reason'] === 'expired') throw waitedTooLong(version);
    if (error.code === 'unavailable' || error.code === 'deadline-exceeded') {
      throw waitedTooLong(version, error.message);
    }
    throw error;
  }
}

/** Returns true when the file of a version has arrived and was inspected. */
export function isInspected({ status }: Version): boolean {
  const { isInProgress, isAwaitingReview, isApproved } = VERSION_STATUSES[status];
  return !isInProgress || isAwaitingReview === true || isApproved === true;
}

/** Returns true once nothing happens to a version any more without its publisher, or before its date. */
export function isDecided({ status, release }: Version): boolean {
  const { isInProgress, isApproved } = VERSION_STATUSES[status];
  if (!isInProgress) return true;
  if (!isApproved) return false;
  const willBePublished = release !== null && RELEASE_STATUSES[release.status].isInProgress;
  return !willBePublished || release.publication === 'scheduled';
}

/** Returns the exit code that stands for the status of a version. */
export function exitOfVersion({ status, decidedAt }: Version): number {
  const { hasProblems, isApproved } = VERSION_STATUSES[status];
  if (isApproved) return EXIT.done;
  if (hasProblems) return decidedAt === null ? EXIT.findings : EXIT.rejected;
  return EXIT.done;
}

/** Returns the error for a wait that took too long, or that something ended. */
function waitedTooLong({ status, id, versionName, versionNumber }: Version, cause?: string): CallError {
  const name = versionName === null ? id : `${versionName} (${versionNumber}), ID ${id},`;
  const { phrase } = VERSION_STATUSES[status];
  const state =
    cause === undefined
      ? `still ${phrase}. The store goes on; ask`
      : `${phrase}, as far as is known. ${cause} Ask`;
  return new CallError('deadline-exceeded', `Version ${name} ${state} again with quayside status.`, {
    versionId: id,
    status,
  });
}
