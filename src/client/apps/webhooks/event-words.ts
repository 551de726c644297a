import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/webhooks/calls.ts';

/** What each event of a webhook tells, for people. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  'version.findings': 'The inspection of an upload ended',
  'version.submitted': 'Submitted for review',
  'version.withdrawn': 'Withdrawn',
  'version.approved': 'Approved',
  'version.rejected': 'Rejected',
  'version.published': 'Published',
  'version.unpublished': 'Unpublished',
  'version.removed': 'Removed by the store',
};

/** The events of a webhook in one line. */
export function eventsText(events: readonly WebhookEvent[]): string {
  if (events.length === WEBHOOK_EVENTS.length) return 'all events';
  return WEBHOOK_EVENTS.filter((event) => events.includes(event))
    .map((event) => EVENT_WORDS[event].toLowerCase())
    .join(', ');
}
