import { z } from 'zod';
import { defineEvent } from '../event.ts';

const message = z.object({ messageId: z.string() });

export const reviewEvents = {
  /** Its user is the one who is notified; nobody where no reviewer has the version. */
  'review.commented': defineEvent({
    subject: 'version',
    details: message,
    label: 'Message sent',
    sentence: 'wrote a message about version {version} of {app}',
    changes: ['reviews'],
  }),
  'review.note-added': defineEvent({
    subject: 'version',
    details: message,
    label: 'Internal note added',
    sentence: 'added an internal note about version {version} of {app}',
    changes: ['reviews'],
  }),
  'review.claim-reminded': defineEvent({
    subject: 'version',
    details: z.object({}),
    label: 'Reviewer reminded',
    sentence: 'reminded {subject} to review version {version} of {app}',
    changes: [],
  }),
};
