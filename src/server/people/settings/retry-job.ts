import { t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { callError } from '../../platform/input/call-error.ts';
import { isJobFailing, retryFailedJobs } from '../../platform/queue/retry-jobs.ts';

/** `admin.retryJob`: runs a failing job again now. Repeating has no effect. */
export const retryJob: Handler<'admin.retryJob'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const isFailing = await isJobFailing(tx, data.jobId);
    if (isFailing === null) throw callError('not-found', () => t`This job isn’t in the queue any more.`);
    if (!isFailing) {
      throw callError('failed-precondition', () => t`This job hasn’t failed.`, { reason: 'wrong-status' });
    }
    const [retried] = await retryFailedJobs(tx, data.jobId);
    if (retried) {
      const details = { jobId: retried.id, name: retried.name };
      await emit(tx, { by: caller.uid, name: 'job.retried', details });
    }
    return {};
  });
