import { randomUUID } from 'node:crypto';
import { and, arrayContains, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { webhookOf } from '#shared/events.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { REJECTION_REASONS } from '#shared/reviews/reasons.ts';
import type { versionDataSchema } from '#shared/webhooks/payloads.ts';
import { findHold } from '../../catalog/lifecycle/holds.ts';
import { findRelease, findReview, newestBuildFirst } from '../../catalog/versions/queries.ts';
import type { Subscriber } from '../../events/emit.ts';
import { presentNotice } from '../../people/holds/present-notice.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { webhooks } from '../../platform/db/tables/deliveries.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { presentAppForReceivers } from './queries.ts';
import { queueWebhookDeliveries } from './queue-deliveries.ts';

/**
 * Queues an event about a version for its app's webhooks, in the event's transaction, if webhooks can get it. One about an
 * app or a publisher, such as a hold, is sent of each app's newest published version.
 */
export const sendEventsToWebhooks: Subscriber = async (tx, { name, at, ...subject }) => {
  const event = webhookOf(name);
  if (!event) return;
  const receivers = await tx
    .select({ id: webhooks.id, appId: webhooks.appId })
    .from(webhooks)
    .innerJoin(apps, eq(apps.id, webhooks.appId))
    .where(and(isOfSubject(subject), arrayContains(webhooks.events, [event]), isNull(webhooks.disabledAt)));
  for (const [appId, together] of Map.groupBy(receivers, (receiver) => receiver.appId)) {
    const version = await findVersion(tx, { appId, versionId: subject.versionId });
    if (!version) continue;
    const eventId = randomUUID();
    const payload = JSON.stringify({
      id: eventId,
      type: event,
      timestamp: at.toISOString(),
      data: await describeVersion(tx, version),
    });
    const deliveries = together.map(({ id: webhookId }) => ({ webhookId, eventId, event, payload }));
    await queueWebhookDeliveries(tx, deliveries, { appId, now: at });
  }
};

type EventSubject = Pick<Parameters<Subscriber>[1], 'appId' | 'uid'>;

/** Selects the webhooks of the event's app, or of all apps of its publisher. */
function isOfSubject({ appId, uid }: EventSubject): SQL {
  return appId === undefined ? eq(apps.ownerUid, uid ?? '') : eq(webhooks.appId, appId);
}

interface PayloadSubject {
  readonly appId: string;
  /** The newest published version when left out. */
  readonly versionId: string | undefined;
}

async function findVersion(tx: Tx, { appId, versionId }: PayloadSubject): Promise<VersionRow | undefined> {
  const isWanted =
    versionId === undefined
      ? and(eq(versions.appId, appId), isNotNull(versions.publishedAt), isNull(versions.deletedAt))
      : eq(versions.id, versionId);
  const [version] = await tx.select().from(versions).where(isWanted).orderBy(newestBuildFirst).limit(1);
  return version;
}

/** Returns the version data for receivers; it contains only what the publisher sees. */
async function describeVersion(tx: Tx, version: VersionRow): Promise<z.input<typeof versionDataSchema>> {
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
      hold: presentNotice(await findHold(tx, { version, app: { id: version.appId } })),
      release: release && {
        track: release.track,
        percentage: release.percentage,
        isHalted: release.haltedAt !== null,
        isRolledBack: release.rolledBackAt !== null,
      },
      findings: version.findings.map(describeFinding),
      vulnerability: version.vulnerability,
    },
  };
}
