import { eq, sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { notifyUser } from '../notifications/notify-user.ts';

/** Notifies an app's owners, in the caller's transaction, that one of its webhooks was turned off. */
export async function notifyWebhookDisabled(
  tx: Tx,
  { appId, url }: { appId: string; url: string },
  now: Date,
): Promise<void> {
  const [app] = await tx.select({ name: apps.name }).from(apps).where(eq(apps.id, appId));
  const content = {
    kind: 'security',
    type: 'system_message',
    title: t`Webhook turned off`,
    message: t`The webhook of ${app?.name ?? ''} to ${new URL(url).host} was turned off because every attempt failed for ${WEBHOOK_LIMITS.failingDays} days. It gets no more deliveries. Fix the receiver, then turn the webhook on in the app’s settings.`,
    data: { appId },
  } as const;
  const { rows } = await tx.execute<{ uid: string }>(sql`
    SELECT owner_uid AS uid FROM apps WHERE id = ${appId}
    UNION SELECT uid FROM app_members WHERE app_id = ${appId} AND role = 'owner'`);
  for (const { uid } of rows) await notifyUser(tx, content, { uid, now });
}
