import { t } from '#shared/languages/translate.ts';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import { countAttempt } from '../../identity/rate-limits.ts';
import type { Context } from '../../platform/context.ts';

/** The events that users may request in an hour: for one webhook, and for all of theirs. */
interface HourlyLimit {
  readonly name: string;
  readonly perWebhook: number;
  readonly perUser: number;
  readonly webhookMessage: () => string;
  readonly userMessage: () => string;
}

export const TESTS: HourlyLimit = {
  name: 'test webhook',
  perWebhook: WEBHOOK_LIMITS.testsPerHour,
  perUser: WEBHOOK_LIMITS.testsPerPersonPerHour,
  webhookMessage: () => t`Too many test events were sent to this webhook.`,
  userMessage: () => t`You sent too many test events.`,
};

export const REPLAYS: HourlyLimit = {
  name: 'replay webhook',
  perWebhook: WEBHOOK_LIMITS.replaysPerHour,
  perUser: WEBHOOK_LIMITS.replaysPerPersonPerHour,
  webhookMessage: () => t`Too many deliveries of this webhook were resent.`,
  userMessage: () => t`You resent too many deliveries.`,
};

/** Counts an event that a user requests. Throws `resource-exhausted` at a limit. */
export async function countEvent(
  context: Context,
  { name, perWebhook, perUser, webhookMessage, userMessage }: HourlyLimit,
  { webhookId, uid }: { readonly webhookId: string; readonly uid: string },
): Promise<void> {
  const hourly = { windowSeconds: 3600 };
  await countAttempt(context, { ...hourly, name, max: perWebhook, message: webhookMessage }, webhookId);
  await countAttempt(context, { ...hourly, name: `${name} person`, max: perUser, message: userMessage }, uid);
}
