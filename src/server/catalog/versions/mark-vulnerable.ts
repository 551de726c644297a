import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { MAX_MARKED_TOGETHER, vulnerabilityDenialReason } from '#shared/versions/vulnerability.ts';
import { emit } from '../../events/emit.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';
import { requireOthersApp } from '../lifecycle/own-app.ts';
import { presentVersion } from './present.ts';
import { lockVersion, newestBuildFirst } from './queries.ts';

/**
 * `versions.markVulnerable`: marks published versions as vulnerable and notifies the publisher. A version that is marked
 * for the same reason stays as it is.
 */
export const markVulnerable: Handler<'versions.markVulnerable'> = ({ data, caller, context }) =>
  mark(context, { ...data, caller });

/** `versions.unmarkVulnerable`: removes the marks and notifies the publisher. Repeating has no effect. */
export const unmarkVulnerable: Handler<'versions.unmarkVulnerable'> = ({ data, caller, context }) =>
  mark(context, { ...data, reason: null, caller });

interface VulnerabilityMark {
  readonly versionId: string;
  readonly andEarlier: boolean;
  /** Null to remove the mark. */
  readonly reason: string | null;
  readonly caller: Caller;
}

async function mark({ db }: Context, { versionId, andEarlier, reason, caller }: VulnerabilityMark) {
  return db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, versionId);
    requireAllowed(() => vulnerabilityDenialReason(version), { reason: 'not-published' });
    if (reason === null) await requireOthersApp(tx, { action: 'clear', app, version, uid: caller.uid });
    const isEarlier = sql`${versions.buildOrder} < (SELECT build_order FROM versions WHERE id = ${versionId})`;
    const concerned = tx
      .select({ id: versions.id })
      .from(versions)
      .where(
        and(
          eq(versions.appId, app.id),
          isNotNull(versions.publishedAt),
          andEarlier ? or(eq(versions.id, versionId), isEarlier) : eq(versions.id, versionId),
          sql`${versions.vulnerability} IS DISTINCT FROM ${reason}::text`,
        ),
      )
      .orderBy(newestBuildFirst)
      .limit(MAX_MARKED_TOGETHER);
    const changed = await tx
      .update(versions)
      .set({ vulnerability: reason })
      .where(inArray(versions.id, concerned))
      .returning({ id: versions.id });
    const notified = changed.find(({ id }) => id === versionId) ?? changed[0];
    for (const { id } of changed) {
      const event = { by: caller.uid, appId: app.id, versionId: id };
      const details = { together: id === notified?.id ? changed.length : null };
      await (reason === null
        ? emit(tx, { ...event, name: 'version.vulnerability-unmarked', details })
        : emit(tx, { ...event, name: 'version.vulnerability-marked', details: { ...details, reason } }));
    }
    if (changed.length > 0) await queueRebuildOf(tx, [app.id]);
    const now = changed.some(({ id }) => id === versionId) ? { ...version, vulnerability: reason } : version;
    return { version: await presentVersion(tx, { version: now, app }, caller), changed: changed.length };
  });
}
