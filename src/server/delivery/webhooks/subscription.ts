import { randomUUID } from 'node:crypto';
import { and, arrayContains, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { webhookOf } from '#shared/events.ts';
import { REJECTION_REASONS } from '#shared/reviews/reasons.ts';
import type { versionDataSchema } from '#shared/webhooks/payloads.ts';
import { findRelease, findReview } from '../../catalog/versions/queries.ts';
import type { Subscriber } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { webhooks } from '../../platform/db/tables/deliveries.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { presentAppForReceivers } from './queries.ts';
import { queueWebhookDeliveries } from './queue-deliveries.ts';

/** Queues an event about a version for its app's webhooks, in the event's transaction, if webhooks can get it. */
export const sendEventsToWebhooks: Subscriber = async (tx, { name, versionId, at }) => {
  const event = webhookOf(name);
  if (!event || !versionId) return;
  const [version] = await tx.select().from(versions).where(eq(versions.id, versionId));
  if (!version) return;
  const receivers = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.appId, version.appId),
        arrayContains(webhooks.events, [event]),
        isNull(webhooks.disabledAt),
      ),
    );
  if (receivers.length === 0) return;

  const eventId = randomUUID();
  const payload = JSON.stringify({
    id: eventId,
    type: event,
    timestamp: at.toISOString(),
    data: await describe(tx, version),
  });
  const deliveries = receivers.map(({ id: webhookId }) => ({ webhookId, eventId, event, payload }));
  await queueWebhookDeliveries(tx, deliveries, { appId: version.appId, now: at });
};

/** Returns the version data for receivers; it contains only what the publisher sees. */
async function describe(tx: Tx, version: VersionRow): Promise<z.input<typeof versionDataSchema>> {
  const review = await findReview(tx, version.id);
  const release = await findRelease(tx, version.id);
  return {
    app: await presentAppForReceivers(tx, version.appId),
    version: {
      id: version.id,
      status: version.status,
      versionName: version.package?.versionName ?? null,
      versionCode: version.versionCode,
      sha256: version.sha256,
      decisionNote: review?.decisionNote ?? null,
      rejectionReasons: (review?.rejectionReasons ?? []).map((id) => ({
        id,
        sentence: REJECTION_REASONS[id].sentence,
      })),
      release: release && {
        track: release.track,
        percentage: release.percentage,
        isHalted: release.haltedAt !== null,
        isRolledBack: release.rolledBackAt !== null,
      },
      findings: version.findings,
      vulnerability: version.vulnerability,
    },
  };
}
