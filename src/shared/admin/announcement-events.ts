import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';

export const announcementEvents = {
  'announcement.sent': defineEvent({
    subject: 'store',
    details: z.object({
      announcementId: z.string(),
      title: z.string(),
      audience: z.enum(['everyone', 'developers', 'chosen']),
      recipients: z.number(),
    }),
    label: t`Sent`,
    sentence: t`sent the announcement “{title}”`,
    changes: ['announcements'],
  }),
  'announcement.stopped': defineEvent({
    subject: 'store',
    details: z.object({ announcementId: z.string(), title: z.string(), reached: z.number() }),
    label: t`Stopped`,
    sentence: t`stopped the announcement “{title}”`,
    changes: ['announcements'],
  }),
};
