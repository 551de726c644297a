import { z } from 'zod';
import { defineEvent } from '../event.ts';

const webhook = z.object({ webhookId: z.string(), url: z.string() });

export const webhookEvents = {
  'webhook.created': defineEvent({
    subject: 'app',
    details: webhook,
    label: 'Added',
    sentence: 'added a webhook to {url}',
    changes: ['webhooks'],
  }),
  'webhook.deleted': defineEvent({
    subject: 'app',
    details: webhook,
    label: 'Deleted',
    sentence: 'deleted the webhook to {url}',
    changes: ['webhooks'],
  }),
  'webhook.disabled': defineEvent({
    subject: 'app',
    details: webhook,
    label: 'Turned off after failures',
    sentence: 'turned off the webhook to {url} because it kept failing',
    changes: ['webhooks'],
  }),
  'webhook.resumed': defineEvent({
    subject: 'app',
    details: webhook,
    label: 'Turned on',
    sentence: 'turned on the webhook to {url}',
    changes: ['webhooks'],
  }),
};
