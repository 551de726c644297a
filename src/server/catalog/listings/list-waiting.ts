import { sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { ownAppDenialReason } from '#shared/reviews/rules.ts';
import { readApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { cursorOf, readTimeCursor } from '../../platform/db/paging.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { apps, IS_LISTING_WAITING } from '../../platform/db/tables/apps.ts';
import { listingReviews } from '../../platform/db/tables/listings.ts';
import { isOpenReview, reviews } from '../../platform/db/tables/reviews.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { readSettings } from '../../platform/settings.ts';
import { readOwnAppFacts } from '../lifecycle/own-app.ts';
import { findLookalikes } from '../lookalikes/find.ts';
import { presentDifference } from './differences.ts';
import { appColumns, joinNewestAndLiveVersion, presentApp, presentAppRow } from './present-app.ts';
import { readLiveLanguages, readWaiting } from './waiting.ts';

const COUNT = defineStatement('listings.waiting:count', () => ({
  select: { count: sql<number>`count(*)::int` },
  from: sql`FROM ${apps} WHERE ${IS_LISTING_WAITING}`,
}));

/** Counts the apps with listing changes that wait for approval. */
export async function countWaitingListings(db: Db): Promise<number> {
  return (await COUNT.first(db, {}))?.count ?? 0;
}

interface WaitingValues {
  readonly afterTime: string;
  readonly afterId: string;
  readonly limit: number;
}

const waitingAfter =
  (isAfter: boolean) =>
  ({ afterTime, afterId, limit }: StatementValues<WaitingValues>) => {
    const { listingWaitingSince: since, id } = apps;
    return {
      select: {
        ...appColumns,
        since: sql<Date>`a.listing_waiting_since`,
        changes: sql<number>`(
          SELECT count(*)::int FROM ${listingReviews}
          WHERE ${listingReviews.appId} = a.id AND ${listingReviews.status} = 'waiting')`,
      },
      from: sql`
        FROM (
          SELECT * FROM ${apps} WHERE ${IS_LISTING_WAITING}
            ${isAfter ? sql`AND (${since}, ${id}) > (${afterTime}::timestamptz, ${afterId})` : sql``}
          ORDER BY ${since}, ${id} LIMIT ${limit}
        ) a ${joinNewestAndLiveVersion}
        ORDER BY a.listing_waiting_since, a.id`,
    };
  };

const WAITING = defineStatement('listings.waiting', waitingAfter(false));
const WAITING_AFTER = defineStatement('listings.waiting:after', waitingAfter(true));

/** `listings.waiting`: returns the apps whose listing changes wait for approval, longest waiting first. */
export const listWaitingListings: Handler<'listings.waiting'> = async ({ data, context: { db } }) => {
  const { cursor, limit } = data;
  const values = { ...readTimeCursor(cursor), limit: limit + 1 };
  const rows = await (cursor === undefined ? WAITING : WAITING_AFTER).all(db, values);
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return {
    items: listed.map((row) => ({
      app: presentAppRow(row),
      changes: row.changes,
      since: row.since.toISOString(),
    })),
    nextCursor: last ? cursorOf(last.since, last.appId) : null,
  };
};

const WAITING_VERSION = defineStatement(
  'listings.getReview:version',
  ({ appId }: StatementValues<{ appId: string }>) => ({
    select: { id: versions.id },
    from: sql`
      FROM ${versions} JOIN ${reviews} ON ${reviews.versionId} = ${versions.id}
      WHERE ${versions.appId} = ${appId} AND ${isOpenReview}
      ORDER BY ${reviews.submittedAt} DESC LIMIT 1`,
  }),
);

/** `listings.getReview`: returns the changes of one listing that wait for approval, with the live values. */
export const getListingReview: Handler<'listings.getReview'> = async ({ data, caller, context: { db } }) => {
  const app = await readApp(db, data.appId);
  if (!app) throw new CallError('not-found', 'This app doesn’t exist.');
  const differences = app.status === 'draft' ? [] : await readWaiting(db, app);
  const { rules: modes } = await readSettings(db);
  const version = await WAITING_VERSION.first(db, { appId: app.id });
  return {
    app: await presentApp(db, app),
    differences: differences.map(presentDifference),
    lookalikes: await findLookalikes(db, app, { viewer: 'staff', modes }),
    liveLanguages: [...(await readLiveLanguages(db, app.id))].sort(),
    since: app.listingWaitingSince?.toISOString() ?? null,
    waitingVersionId: version?.id ?? null,
    denialReason: ownAppDenialReason(
      await readOwnAppFacts(db, { app, version: null }, caller.uid),
      'approve',
    ),
  };
};
