import type { Context } from '../../platform/context.ts';
import { signNewCheckpoint } from '../../platform/transparency/checkpoints.ts';

/** Verifies the audit log and signs its checkpoint of the day. An altered log is logged, shown to admins, and not signed. */
export async function signDailyCheckpoint(context: Context): Promise<void> {
  const { problemCount, problems } = await signNewCheckpoint(context);
  if (problemCount > 0) {
    context.log.error({ problemCount, problems: problems.slice(0, 5) }, 'the audit log was altered');
  }
}
