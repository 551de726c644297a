import { sql } from 'drizzle-orm';
import type { LiveListingChange } from '#shared/listings/review-calls.ts';
import type { Handler } from '../../identity/handler.ts';
import { cursorOf, readTimeCursor } from '../../platform/db/paging.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { listingChanges } from '../../platform/db/tables/listings.ts';
import { userName } from '../../platform/db/user-name.ts';
import { presentApps } from './present-app.ts';

interface ListValues {
  readonly appId: string;
  readonly afterTime: string;
  readonly afterId: string;
  readonly limit: number;
}

const { id, locale, field, before, after, revision, changedAt, changedByUid, revertedAt, revertReason } =
  listingChanges;

const changesWhere =
  (isOfApp: boolean, isAfter: boolean) =>
  ({ appId, afterTime, afterId, limit }: StatementValues<ListValues>) => ({
    select: {
      id,
      appId: listingChanges.appId,
      locale,
      field,
      before,
      after,
      revision,
      changedAt,
      changedByUid,
      changedByName: userName(changedByUid),
      revertedAt,
      revertedByName: userName(listingChanges.revertedByUid),
      revertReason,
    },
    from: sql`
      FROM ${listingChanges}
      WHERE ${listingChanges.approvedByUid} IS NULL ${isOfApp ? sql`AND ${listingChanges.appId} = ${appId}` : sql``}
        ${isAfter ? sql`AND (${changedAt}, ${id}) < (${afterTime}::timestamptz, ${afterId})` : sql``}
      ORDER BY ${changedAt} DESC, ${id} DESC LIMIT ${limit}`,
  });

const CHANGES = defineStatement('listings.recentChanges', changesWhere(false, false));
const CHANGES_AFTER = defineStatement('listings.recentChanges:after', changesWhere(false, true));
const CHANGES_OF_APP = defineStatement('listings.recentChanges:app', changesWhere(true, false));
const CHANGES_OF_APP_AFTER = defineStatement('listings.recentChanges:app:after', changesWhere(true, true));

/** `listings.recentChanges`: returns listing changes that went live without approval, newest first. */
export const listRecentChanges: Handler<'listings.recentChanges'> = async ({ data, context: { db } }) => {
  const { appId, cursor, limit } = data;
  const [first, next] =
    appId === undefined ? [CHANGES, CHANGES_AFTER] : [CHANGES_OF_APP, CHANGES_OF_APP_AFTER];
  const rows = await (cursor === undefined ? first : next).all(db, {
    appId: appId ?? '',
    ...readTimeCursor(cursor),
    limit: limit + 1,
  });
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  const appIds = [...new Set(listed.map((change) => change.appId))];
  const presented = new Map(
    (
      await presentApps(
        db,
        appIds.map((one) => ({ id: one })),
      )
    ).map((app) => [app.id, app]),
  );
  return {
    changes: listed.flatMap((change): LiveListingChange[] => {
      const app = presented.get(change.appId);
      if (!app) return [];
      return [
        {
          id: change.id,
          app,
          locale: change.locale,
          field: change.field,
          before: change.before.value,
          after: change.after.value,
          revision: change.revision,
          changedAt: change.changedAt.toISOString(),
          changedByUid: change.changedByUid,
          changedByName: change.changedByName,
          reverted: change.revertedAt && {
            at: change.revertedAt.toISOString(),
            byName: change.revertedByName,
            reason: change.revertReason,
          },
        },
      ];
    }),
    nextCursor: last ? cursorOf(last.changedAt, last.id) : null,
  };
};
