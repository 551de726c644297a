import { t } from '#shared/languages/translate.ts';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import type { Tx } from '../../platform/db/open.ts';
import { notifyOwners } from '../notifications/notify-owners.ts';

/** Notifies an app's owners, in the caller's transaction, that one of its webhooks was turned off. */
export async function notifyWebhookDisabled(
  tx: Tx,
  { appId, url }: { appId: string; url: string },
  now: Date,
): Promise<void> {
  const describe = (name: string) => ({
    title: t`Webhook turned off`,
    message: t`The webhook of ${name} to ${new URL(url).host} was turned off because every attempt failed for ${WEBHOOK_LIMITS.failingDays} days. It gets no more deliveries. Fix the receiver, then turn the webhook on in the app’s settings.`,
  });
  await notifyOwners(tx, { appId, describe, now });
}
