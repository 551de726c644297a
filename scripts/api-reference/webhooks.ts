import { TEST_EVENT, type WebhookEvent, webhookLabel } from '#shared/events.ts';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import { WEBHOOK_HEADERS, WEBHOOK_PAYLOADS } from '#shared/webhooks/payloads.ts';
import { exampleOfEvent } from './results.ts';
import { outputSchema } from './schemas.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const HEADERS = [
  header(WEBHOOK_HEADERS.id, 'The `id` of the body: the same for all attempts at one event.'),
  header(
    WEBHOOK_HEADERS.timestamp,
    'Seconds since 1970 when this attempt was signed. Reject those that are more than five minutes off, so that nobody can send an old one again.',
  ),
  header(
    WEBHOOK_HEADERS.signature,
    '`v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body, joined by dots. The key is what follows `whsec_` in the secret of `webhooks.create`, decoded from Base64. Compare in constant time, and with the body as it arrived. Later there may be several, with spaces between them: one has to fit. The examples of the reference do this in JavaScript, Python and Java.',
  ),
];

/** Returns the requests that receivers of webhooks get, by their event. */
export function describeWebhooks() {
  return Object.fromEntries(
    Object.entries(WEBHOOK_PAYLOADS).map(([event, payload]) => [
      event,
      {
        post: {
          operationId: `webhook.${event}`,
          summary: webhookLabel(event as WebhookEvent | typeof TEST_EVENT),
          description:
            event === TEST_EVENT
              ? 'Sent by `webhooks.sendTest` to any webhook.'
              : `Sent when it happens, with the version as it is then. Events of one webhook arrive in their order: the store tries one again before it sends those behind it. After ${WEBHOOK_LIMITS.holdingAttempts} failed attempts, it tries the next one as well; if that is accepted, the failed one holds back no others, and arrives after them.`,
          tags: ['webhooks'],
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: outputSchema(payload), example: exampleOfEvent(event) },
            },
          },
          responses: {
            '2XX': { description: 'Received. Respond within ten seconds.' },
            '4XX': { description: 'Any other status is a failure: the store tries again, for about a day.' },
          },
        },
      },
    ]),
  );
}
