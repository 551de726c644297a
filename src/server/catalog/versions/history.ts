import { inArray, sql } from 'drizzle-orm';
import { findEvent, HISTORY_EVENTS } from '#shared/events.ts';
import { RELEASE_ACTIONS } from '#shared/releases/actions.ts';
import { VERSION_ACTIONS } from '#shared/versions/actions.ts';
import type { HistoryEntry } from '#shared/versions/history.ts';
import type { Handler } from '../../identity/handler.ts';
import { invalidCursor, readCursor } from '../../platform/db/paging.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { auditEvents } from '../../platform/db/tables/audit.ts';
import { userName } from '../../platform/db/user-name.ts';
import { findAppOfVersion } from './queries.ts';

interface HistoryValues {
  readonly versionId: string;
  readonly before: number;
  readonly limit: number;
}

const HISTORY = defineStatement(
  'versions.history',
  ({ versionId, before, limit }: StatementValues<HistoryValues>) => ({
    select: {
      id: auditEvents.id,
      at: auditEvents.at,
      event: auditEvents.event,
      actorUid: auditEvents.actorUid,
      percentage: sql<unknown>`${auditEvents.details}->'percentage'`,
      actorName: userName(auditEvents.actorUid),
    },
    from: sql`
      FROM ${auditEvents}
      WHERE ${auditEvents.versionId} = ${versionId} AND ${auditEvents.id} < ${before}
        AND ${inArray(auditEvents.event, HISTORY_EVENTS)}
      ORDER BY ${auditEvents.id} DESC LIMIT ${limit}`,
  }),
);

/** `versions.history`: returns a version's events, newest first, without the names of staff. */
export const getVersionHistory: Handler<'versions.history'> = async ({ data, caller, context: { db } }) => {
  const { cursor, limit } = data;
  await findAppOfVersion(db, data.versionId, caller);
  const rows = await HISTORY.all(db, {
    versionId: data.versionId,
    before: readHistoryCursor(cursor),
    limit: limit + 1,
  });
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return {
    entries: listed.map(({ id, at, event, actorUid, actorName, percentage }) => {
      const actor = actorOf(event, actorUid);
      return {
        id,
        at: at.toISOString(),
        event,
        actor,
        actorName: actor === 'publisher' ? actorName : null,
        percentage: typeof percentage === 'number' ? percentage : null,
      };
    }),
    nextCursor: last ? Buffer.from(JSON.stringify([String(last.id)])).toString('base64url') : null,
  };
};

/** Returns the id before which a page starts; the maximum for the first page. Throws `invalid-argument`. */
function readHistoryCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const [id = ''] = readCursor(cursor, 1);
  if (!/^\d{1,15}$/.test(id)) throw invalidCursor();
  return Number(id);
}

/** The events of actions that publishers can't start. */
const STAFF_ACTIONS: ReadonlySet<string> = new Set(
  [...Object.values(VERSION_ACTIONS), ...Object.values(RELEASE_ACTIONS)]
    .filter(({ who }) => !who.includes('publisher'))
    .map(({ event }) => event),
);

/** Returns the side that caused an event; `actorUid` is null for automatic ones. */
function actorOf(event: string, actorUid: string | null): HistoryEntry['actor'] {
  if (actorUid === null) return 'system';
  return STAFF_ACTIONS.has(event) || findEvent(event)?.isByStaff ? 'admin' : 'publisher';
}
