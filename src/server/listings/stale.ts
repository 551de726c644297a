import { CallError } from '#shared/errors.ts';

/** Both sides of an edit that began from an older state. */
interface Conflict {
  /** What is stored now, and its revision. */
  readonly current: object;
  readonly revision: number;
  /** What the edit would have stored. */
  readonly yours: object;
}

/** Refuses an edit of an older state, with both sides' values so that they can be merged: throws `aborted`. */
export function refuseStale({ current, revision, yours }: Conflict): never {
  throw new CallError(
    'aborted',
    'Somebody else saved a change meanwhile. Compare both, then save again on top of theirs.',
    { reason: 'stale', revision, current, yours },
  );
}
