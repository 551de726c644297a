import { sql } from 'drizzle-orm';
import type { UnpublishedChange } from '#shared/listings/calls.ts';
import type { ListingField } from '#shared/listings/fields.ts';
import { findNameless, wasEverPublic } from '#shared/listings/publication.ts';
import { isSameValue } from '#shared/listings/values.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { appListings } from '../../platform/db/tables/listings.ts';
import { type Difference, readDifferences } from './differences.ts';
import { findOf, readApprovals, readReviews } from './review-rows.ts';

interface LocaleField {
  readonly locale: string;
  readonly field: ListingField;
}

/**
 * Returns the listing changes that wait for a decision, without unchanged rejected ones and those approved with a
 * version that isn't published yet.
 */
export async function readWaiting(db: Db | Tx, app: AppRow): Promise<Difference[]> {
  const differences = await readDifferences(db, app);
  const approvals = await readApprovals(db, app.id);
  const open = differences.filter((difference) => {
    const approval = findOf(approvals, difference);
    return approval === undefined || !isSameValue(approval.kept.value, difference.after);
  });
  if (!wasEverPublic(app)) return open;
  const reviews = await readReviews(db, app.id);
  return open.filter((difference) => findOf(reviews, difference)?.status !== 'rejected');
}

/** Returns the fields that aren't live and the reasons, for the app's publisher. */
export async function readUnpublished(
  db: Db | Tx,
  app: AppRow,
): Promise<{ unpublished: UnpublishedChange[]; held: LocaleField[] }> {
  if (!wasEverPublic(app)) return { unpublished: [], held: [] };
  const differences = await readDifferences(db, app);
  const approvals = await readApprovals(db, app.id);
  const reviews = await readReviews(db, app.id);
  const statusOf = (difference: Difference) => {
    const approval = findOf(approvals, difference);
    if (approval && isSameValue(approval.kept.value, difference.after)) return 'approved';
    return findOf(reviews, difference)?.status === 'rejected' ? 'rejected' : 'waiting';
  };
  return {
    unpublished: differences.map((difference) => ({
      locale: difference.locale,
      field: difference.field,
      before: difference.before,
      status: statusOf(difference),
      reason: findOf(reviews, difference)?.reason ?? null,
    })),
    held: reviews.filter(({ isHeld }) => isHeld).map(({ locale, field }) => ({ locale, field })),
  };
}

const LIVE_LANGUAGES = defineStatement('listings:live', ({ appId }: StatementValues<{ appId: string }>) => ({
  select: { locale: appListings.locale },
  from: sql`FROM ${appListings} WHERE ${appListings.appId} = ${appId} AND ${appListings.publicTexts} IS NOT NULL`,
}));

/** Returns the live languages of an app. */
export async function readLiveLanguages(db: Db | Tx, appId: string): Promise<Set<string>> {
  const rows = await LIVE_LANGUAGES.all(db, { appId });
  return new Set(rows.map(({ locale }) => locale));
}

/** Returns the changes of a set that can go live together. */
export function withoutNameless(changes: readonly Difference[], live: ReadonlySet<string>): Difference[] {
  const nameless = findNameless(changes, live);
  if (nameless === undefined) return [...changes];
  return withoutNameless(
    changes.filter((one) => one !== nameless),
    live,
  );
}
