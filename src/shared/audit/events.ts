import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';

export const auditLogEvents = {
  'audit.exported': defineEvent({
    subject: 'store',
    details: z.object({
      entries: z.number(),
      /** The filters that selected them, as `audit.list` takes them. */
      filter: z.record(z.string(), z.string()),
    }),
    label: t`Exported`,
    sentence: t`exported the audit log, entries: {entries}`,
    changes: [],
  }),
  'audit.erased': defineEvent({
    subject: 'store',
    details: z.object({
      before: z.iso.datetime(),
      entries: z.number(),
      by: z.literal('operator').optional(),
    }),
    label: t`Personal data erased`,
    sentence: t`erased personal data from entries of the audit log before {before}, entries: {entries}`,
    changes: [],
  }),
};
