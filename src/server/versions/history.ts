import { and, desc, eq, like, or, sql } from 'drizzle-orm';
import { isByStore } from '#shared/versions/history.ts';
import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { auditEvents, users } from '../db/tables.ts';
import { findVersion } from './queries.ts';

const MOST = 100;

/** `versions.history`: what happened to a version, newest first; who of the store's people did it is not said. */
export const getVersionHistory: Handler<'versions.history'> = async ({ data, caller, context: { db } }) => {
  const { version, app } = await findVersion(db, data.versionId);
  await requireAppRole(db, app, { caller, role: 'viewer' });
  const rows = await db
    .select({
      entry: auditEvents,
      actorName: sql<string | null>`coalesce(${users.displayName}, ${users.email})`,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.uid, auditEvents.actorUid))
    .where(
      and(
        eq(auditEvents.versionId, version.id),
        or(like(auditEvents.event, 'version.%'), like(auditEvents.event, 'release.%')),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(MOST);
  return {
    entries: rows.map(({ entry: { id, at, event, actorUid, details }, actorName }) => {
      const byStore = isByStore(event, actorUid);
      const { percentage } = details;
      return {
        id,
        at: at.toISOString(),
        event,
        byStore,
        actorName: byStore ? null : actorName,
        percentage: typeof percentage === 'number' ? percentage : null,
      };
    }),
  };
};
