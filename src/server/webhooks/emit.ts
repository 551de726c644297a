import { randomUUID } from 'node:crypto';
import { and, arrayContains, eq } from 'drizzle-orm';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/webhooks/calls.ts';
import { webhookDeliveries, webhooks } from '../db/notification-tables.ts';
import type { Tx } from '../db/open.ts';
import { apps, type VersionRow } from '../db/tables.ts';
import { enqueue } from '../jobs/enqueue.ts';

/** Both ends of an inspection are one event for receivers: the findings are there. */
const RENAMED: Readonly<Record<string, WebhookEvent>> = {
  'version.accepted': 'version.findings',
  'version.refused': 'version.findings',
};

/**
 * Writes what happened to a version into the outbox of its app's webhooks, in the transaction in which it happened.
 * `auditEvent` names it as the audit log does; what receivers are not told of is left out.
 */
export async function emitVersionEvent(tx: Tx, version: VersionRow, auditEvent: string): Promise<void> {
  const event = RENAMED[auditEvent] ?? WEBHOOK_EVENTS.find((known) => known === auditEvent);
  if (!event) return;
  const receivers = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.appId, version.appId), arrayContains(webhooks.events, [event])));
  if (receivers.length === 0) return;

  const now = new Date();
  const eventId = randomUUID();
  const payload = JSON.stringify({
    id: eventId,
    type: event,
    timestamp: now.toISOString(),
    data: await describe(tx, version),
  });
  await tx.insert(webhookDeliveries).values(
    receivers.map(({ id: webhookId }) => ({
      id: randomUUID(),
      webhookId,
      eventId,
      event,
      payload,
      dueAt: now,
      createdAt: now,
    })),
  );
  await enqueue(tx, 'send-webhooks', {});
}

/** What receivers learn of a version: nothing that its publisher does not see. */
async function describe(tx: Tx, version: VersionRow) {
  const [app] = await tx.select().from(apps).where(eq(apps.id, version.appId));
  return {
    app: app && { id: app.id, platform: app.platform, applicationId: app.applicationId, name: app.name },
    version: {
      id: version.id,
      status: version.status,
      versionName: version.package?.versionName ?? null,
      versionCode: version.versionCode,
      sha256: version.sha256,
      decisionNote: version.decisionNote,
      findings: version.findings,
    },
  };
}
