import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';

const message = z.object({ messageId: z.string() });

export const reviewEvents = {
  /** Its user is the one who is notified; nobody where no reviewer has the version. */
  'review.commented': defineEvent({
    subject: 'version',
    details: message,
    label: t`Message sent`,
    sentence: t`wrote a message about version {version} of {app}`,
    changes: ['reviews'],
  }),
  'review.note-added': defineEvent({
    subject: 'version',
    details: message,
    label: t`Internal note added`,
    sentence: t`added an internal note about version {version} of {app}`,
    changes: ['reviews'],
  }),
  'review.claim-reminded': defineEvent({
    subject: 'version',
    details: z.object({}),
    label: t`Reviewer reminded`,
    sentence: t`reminded {subject} to review version {version} of {app}`,
    changes: [],
  }),
};
