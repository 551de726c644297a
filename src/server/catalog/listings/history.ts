import { sql } from 'drizzle-orm';
import { findApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { cursorOf, readTimeCursor } from '../../platform/db/paging.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { listingChanges } from '../../platform/db/tables/listings.ts';
import { userName } from '../../platform/db/user-name.ts';

interface HistoryValues {
  readonly appId: string;
  readonly afterTime: string;
  readonly afterId: string;
  readonly limit: number;
}

const { id, locale, field, before, after, changedAt, changedByUid, approvedByUid, revertedAt, revertReason } =
  listingChanges;

const changesWhere =
  (isAfter: boolean) =>
  ({ appId, afterTime, afterId, limit }: StatementValues<HistoryValues>) => ({
    select: {
      id,
      locale,
      field,
      before,
      after,
      changedAt,
      byName: userName(changedByUid),
      approvedByUid,
      revertedAt,
      revertReason,
    },
    from: sql`
      FROM ${listingChanges}
      WHERE ${listingChanges.appId} = ${appId}
        ${isAfter ? sql`AND (${changedAt}, ${id}) < (${afterTime}::timestamptz, ${afterId})` : sql``}
      ORDER BY ${changedAt} DESC, ${id} DESC LIMIT ${limit}`,
  });

const CHANGES = defineStatement('apps.listingHistory', changesWhere(false));
const CHANGES_AFTER = defineStatement('apps.listingHistory:after', changesWhere(true));

/** `apps.listingHistory`: returns the changes of a listing that went live, newest first, without the names of staff. */
export const getListingHistory: Handler<'apps.listingHistory'> = async ({
  data,
  caller,
  context: { db },
}) => {
  const { cursor, limit } = data;
  const app = await findApp(db, data.appId, caller);
  const rows = await (cursor === undefined ? CHANGES : CHANGES_AFTER).all(db, {
    appId: app.id,
    ...readTimeCursor(cursor),
    limit: limit + 1,
  });
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return {
    changes: listed.map((change) => ({
      id: change.id,
      locale: change.locale,
      field: change.field,
      before: change.before.value,
      after: change.after.value,
      at: change.changedAt.toISOString(),
      byName: change.byName,
      isApproved: change.approvedByUid !== null,
      reverted: change.revertedAt && {
        at: change.revertedAt.toISOString(),
        reason: change.revertReason,
      },
    })),
    nextCursor: last ? cursorOf(last.changedAt, last.id) : null,
  };
};
