import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';

/** A background job, which is gone once it has succeeded. */
const job = z.object({ jobId: z.string(), name: z.string() });

export const adminEvents = {
  'job.retried': defineEvent({
    subject: 'store',
    details: job,
    label: t`Run again`,
    sentence: t`ran the background job {name} again`,
    changes: ['system'],
  }),
};
