import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { URGENT_APPS } from '#shared/apps/app.ts';
import { ACTION_REQUIRED } from '#shared/statuses/version-status.ts';
import type { Handler } from '../../identity/handler.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { appMembers, apps } from '../../platform/db/tables/apps.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { joinNewestVersion, presentApps } from '../listings/present-app.ts';

interface WaitingValues {
  readonly uid: string;
  readonly ids: readonly string[];
}

const newestStatus = sql`newest.status`;
const URGENCY = sql`array_position(ARRAY[${sql.raw(ACTION_REQUIRED.map((status) => `'${status}'`).join(', '))}], ${newestStatus})`;

/**
 * Defines the statement that counts the apps whose newest version waits for its publisher, and returns the ids of the
 * most urgent ones. An index first finds the apps with any version in such a status: most have none.
 */
function defineWaiting(name: string, isAllowed: (ids: Placeholder) => SQL) {
  return defineStatement(name, ({ uid, ids }: StatementValues<WaitingValues>) => ({
    select: {
      count: sql<number>`count(*)::int`,
      urgent: sql<string[]>`coalesce((array_agg(
        a.id ORDER BY ${URGENCY}, newest.created_at DESC, newest.id DESC))[1:${sql.raw(String(URGENT_APPS))}], '{}')`,
    },
    from: sql`
      FROM (
        SELECT DISTINCT ${versions.appId} AS id FROM ${versions}
        WHERE ${versions.appId} = ANY(ARRAY(
            SELECT ${apps.id} FROM ${apps} WHERE ${apps.ownerUid} = ${uid}
            UNION ALL
            SELECT ${appMembers.appId} FROM ${appMembers} WHERE ${appMembers.uid} = ${uid}
          ))
          AND ${oneOf(versions.status, ACTION_REQUIRED)} AND ${isAllowed(ids)}
      ) a ${joinNewestVersion}
      WHERE ${oneOf(newestStatus, ACTION_REQUIRED)}`,
  }));
}

const WAITING = defineWaiting('apps.actionRequired', () => sql`true`);
const WAITING_OF_TOKEN = defineWaiting(
  'apps.actionRequired:ids',
  (ids) => sql`${versions.appId} = ANY(${ids}::text[])`,
);

/** `apps.actionRequired`: counts the caller's apps whose newest version waits for its publisher. */
export const listActionRequired: Handler<'apps.actionRequired'> = async ({ caller, context: { db } }) => {
  const ids = caller.via === 'token' ? caller.appIds : null;
  const statement = ids === null ? WAITING : WAITING_OF_TOKEN;
  const found = await statement.first(db, { uid: caller.uid, ids: ids ?? [] });
  const urgent = (found?.urgent ?? []).map((id) => ({ id }));
  return { count: found?.count ?? 0, apps: await presentApps(db, urgent) };
};
