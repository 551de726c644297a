import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';

const webhook = z.object({ webhookId: z.string(), url: z.string() });

export const webhookEvents = {
  'webhook.created': defineEvent({
    subject: 'app',
    details: webhook,
    label: t`Added`,
    sentence: t`added a webhook to {url}`,
    changes: ['webhooks'],
  }),
  'webhook.deleted': defineEvent({
    subject: 'app',
    details: webhook,
    label: t`Deleted`,
    sentence: t`deleted the webhook to {url}`,
    changes: ['webhooks'],
  }),
  'webhook.disabled': defineEvent({
    subject: 'app',
    details: webhook,
    label: t`Turned off after failures`,
    sentence: t`turned off the webhook to {url} because it kept failing`,
    changes: ['webhooks'],
  }),
  'webhook.resumed': defineEvent({
    subject: 'app',
    details: webhook,
    label: t`Turned on`,
    sentence: t`turned on the webhook to {url}`,
    changes: ['webhooks'],
  }),
};
