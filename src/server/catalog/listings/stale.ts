/** Both sides of an edit that was based on an old revision. */
interface Conflict {
  /** The stored value and its revision. */
  readonly current: object;
  readonly revision: number;
  /** The value that the edit would have stored. */
  readonly yours: object;
}

/** Throws `aborted` for an edit of an old revision, with both sides' values so that they can be merged. */
export function rejectStaleEdit({ current, revision, yours }: Conflict): never {
  throw callError('aborted', () => t`Someone else saved a change. Compare both versions, then save again.`, {
    reason: 'stale',
    revision,
    current,
    yours,
  });
}

import { t } from '#shared/languages/translate.ts';
import { callError } from '../../platform/input/call-error.ts';
