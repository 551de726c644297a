import { sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { LISTING_LIMITS } from '#shared/listings/limits.ts';
import { APPROVED_ONCE, AWAITING_REVIEW, type VersionStatus } from '#shared/statuses/version-status.ts';
import { draftDenialReason } from '#shared/versions/actions.ts';
import type { SubmissionDraft } from '#shared/versions/submission.ts';
import { publishChanges } from '../../events/publish-changes.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { appListings } from '../../platform/db/tables/listings.ts';
import { submissionDrafts, testCredentials } from '../../platform/db/tables/reviews.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { invalidField } from '../../platform/input/invalid.ts';
import { readTestCredentialsState } from '../lifecycle/test-credentials.ts';
import { type FoundVersion, findVersion, lockVersion } from './queries.ts';

type NotesByLocale = Readonly<Record<string, string>>;

/** `versions.getSubmissionDraft`: returns what the next submission of a version begins with. */
export const getSubmissionDraft: Handler<'versions.getSubmissionDraft'> = async ({
  data,
  caller,
  context: { db },
}) => {
  const found = await findVersion(db, data.versionId);
  await requireAppRole(db, found.app, { caller, role: 'viewer' });
  return { draft: await readSubmissionDraft(db, found) };
};

/** `versions.saveSubmissionDraft`: stores what is written for a submission before it is submitted, as it is typed. */
export const saveSubmissionDraft: Handler<'versions.saveSubmissionDraft'> = async ({
  data,
  caller,
  context,
}) =>
  context.db.transaction(async (tx) => {
    const { versionId, releaseNotes, reviewerNotes } = data;
    const found = await lockVersion(tx, versionId);
    const { version, app } = found;
    await requireAppRole(tx, app, { caller, role: 'maintainer' });
    requireAllowed(() => draftDenialReason(version.status), {
      reason: 'wrong-status',
      status: version.status,
    });
    const known = new Set((await readLanguages(tx, found)).map(({ locale }) => locale));
    const unknown = Object.keys(releaseNotes).find((locale) => !known.has(locale));
    if (unknown !== undefined)
      throw invalidField(
        `releaseNotes.${unknown}`,
        () => t`The listing has no language ${unknown}. Add it to the listing first.`,
      );
    await storeSubmissionDraft(tx, versionId, {
      releaseNotes,
      ...(reviewerNotes !== undefined && { reviewerNotes }),
    });
    await publishChanges(tx, { areas: ['reviews'], appId: app.id });
    return { draft: await readSubmissionDraft(tx, found) };
  });

interface WrittenNotes {
  readonly releaseNotes?: NotesByLocale;
  readonly reviewerNotes?: string;
}

/** Stores notes that were written for a version's submission; what isn't named stays as it is. */
export async function storeSubmissionDraft(tx: Tx, versionId: string, written: WrittenNotes): Promise<void> {
  const { releaseNotes = {}, reviewerNotes } = written;
  await tx
    .insert(submissionDrafts)
    .values({ versionId, ...written })
    .onConflictDoUpdate({
      target: submissionDrafts.versionId,
      set: {
        releaseNotes: sql`${submissionDrafts.releaseNotes} || ${JSON.stringify(releaseNotes)}::jsonb`,
        ...(reviewerNotes !== undefined && { reviewerNotes }),
      },
    });
}

const OWN = defineStatement('submission-draft', ({ versionId }: StatementValues<{ versionId: string }>) => ({
  select: {
    releaseNotes: submissionDrafts.releaseNotes,
    reviewerNotes: sql<string | null>`${submissionDrafts.reviewerNotes}`,
  },
  from: sql`FROM ${submissionDrafts} WHERE ${submissionDrafts.versionId} = ${versionId}`,
}));

/** Returns the notes that a version's publisher wrote for its reviewer; empty without any. */
export async function readReviewerNotes(db: Db | Tx, versionId: string): Promise<string> {
  return (await OWN.first(db, { versionId }))?.reviewerNotes ?? '';
}

/** Returns what the next submission of a version begins with, or what was submitted of one that waits or was decided. */
export async function readSubmissionDraft(
  db: Db | Tx,
  found: Pick<FoundVersion, 'version' | 'app'>,
): Promise<SubmissionDraft> {
  const { version } = found;
  const own = await OWN.first(db, { versionId: version.id });
  const earlier = await readUnreleased(db, version);
  const state = await readTestCredentialsState(db, version.id);
  const isOpen = draftDenialReason(version.status) === null;
  return {
    releaseNotes: await suggestReleaseNotes(db, found),
    reviewerNotes: own?.reviewerNotes ?? (isOpen ? earlier.reviewerNotes : ''),
    testCredentials: state === 'none' && isOpen && earlier.hadCredentials ? 'erased' : state,
  };
}

/**
 * Returns the release notes of a version in every language of its listing, the default one first: those that were written
 * for it, otherwise imported for its versionCode, otherwise the listing's for the next version. Those that users of an
 * earlier version already read are never suggested.
 */
export async function suggestReleaseNotes(
  db: Db | Tx,
  found: Pick<FoundVersion, 'version' | 'app'>,
): Promise<Record<string, string>> {
  const { version } = found;
  const { id: versionId, releaseNotes: submitted } = version;
  if (draftDenialReason(version.status) !== null) return submitted;
  const written = (await OWN.first(db, { versionId }))?.releaseNotes ?? {};
  const earlier = await readUnreleased(db, version);
  const notes = (await readLanguages(db, found)).map(({ locale, imported, next }) => [
    locale,
    written[locale] ?? imported ?? (next || submitted[locale] || earlier.releaseNotes[locale] || ''),
  ]);
  return { ...(Object.fromEntries(notes) as Record<string, string>), ...othersOf(submitted, notes) };
}

/** Returns the notes in languages that the listing doesn't have, which a program submitted. */
function othersOf(submitted: NotesByLocale, notes: readonly (string | undefined)[][]): NotesByLocale {
  const known = new Set(notes.map(([locale]) => locale));
  return Object.fromEntries(Object.entries(submitted).filter(([locale]) => !known.has(locale)));
}

/** A language of a listing, with the release notes that it has for a version. */
interface Language {
  readonly locale: string;
  /** Those imported for its versionCode; null without any. */
  readonly imported: string | null;
  /** Those for the next version, unless a version that was released or waits has the same. */
  readonly next: string;
}

interface LanguageValues {
  readonly appId: string;
  readonly versionId: string;
  readonly versionCode: string;
}

const whatsNew = sql`${appListings.texts}->>'whatsNew'`;
/** Versions that users have, had or may soon get. */
const isReleased = sql`(other.published_at IS NOT NULL OR ${oneOf(sql`other.status`, [...AWAITING_REVIEW, ...APPROVED_ONCE])})`;

const LANGUAGES = defineStatement(
  'submission-draft:languages',
  ({ appId, versionId, versionCode }: StatementValues<LanguageValues>) => ({
    select: {
      locale: appListings.locale,
      imported: sql<string | null>`${appListings.changelogs}->>${versionCode}`,
      next: sql<string>`CASE WHEN coalesce(${whatsNew}, '') = '' OR EXISTS (
        SELECT FROM ${versions} other WHERE other.app_id = ${appId} AND other.id <> ${versionId}
          AND other.release_notes->>${appListings.locale} = ${whatsNew} AND ${isReleased}
      ) THEN '' ELSE ${whatsNew} END`,
    },
    from: sql`FROM ${appListings} WHERE ${appListings.appId} = ${appId} AND NOT ${appListings.isDeleted}
      ORDER BY ${appListings.locale} LIMIT ${sql.raw(String(LISTING_LIMITS.locales))}`,
  }),
);

async function readLanguages(
  db: Db | Tx,
  { version, app }: Pick<FoundVersion, 'version' | 'app'>,
): Promise<Language[]> {
  const rows = await LANGUAGES.all(db, {
    appId: app.id,
    versionId: version.id,
    versionCode: String(version.versionCode),
  });
  const { defaultLocale } = app.details;
  const first = rows.find(({ locale }) => locale === defaultLocale);
  const others = rows.filter(({ locale }) => locale !== defaultLocale);
  return [first ?? { locale: defaultLocale, imported: null, next: '' }, ...others];
}

/** The statuses of versions that never reached users, and which a corrected upload replaces. */
const REPLACED = ['invalid', 'expired', 'rejected', 'withdrawn'] as const satisfies readonly VersionStatus[];

/** The most unreleased uploads among which notes are looked for. */
const MAX_REPLACED = 10;

const UNRELEASED = defineStatement(
  'submission-draft:unreleased',
  ({ appId, createdAt }: StatementValues<{ appId: string; createdAt: string }>) => ({
    select: {
      releaseNotes: sql<Record<string, string> | null>`${submissionDrafts.releaseNotes}`,
      reviewerNotes: sql<string | null>`${submissionDrafts.reviewerNotes}`,
      hadCredentials: sql<boolean>`EXISTS (
        SELECT FROM ${testCredentials} WHERE ${testCredentials.versionId} = ${versions.id})`,
    },
    from: sql`FROM ${versions} LEFT JOIN ${submissionDrafts} ON ${submissionDrafts.versionId} = ${versions.id}
      WHERE ${versions.appId} = ${appId} AND ${versions.createdAt} < ${createdAt}::timestamptz
        AND ${oneOf(versions.status, REPLACED)} AND ${versions.deletedAt} IS NULL
        AND NOT EXISTS (
          SELECT FROM ${versions} other WHERE other.app_id = ${appId} AND other.created_at > ${versions.createdAt}
            AND other.created_at < ${createdAt}::timestamptz AND ${isReleased})
      ORDER BY ${versions.createdAt} DESC LIMIT ${sql.raw(String(MAX_REPLACED))}`,
  }),
);

/**
 * Returns what was written for the uploads that a version replaces: those before it that never reached users, since the
 * last one that did.
 */
async function readUnreleased(db: Db | Tx, { appId, createdAt }: FoundVersion['version']) {
  const rows = await UNRELEASED.all(db, { appId, createdAt: createdAt.toISOString() });
  const withNotes = rows.find(({ releaseNotes }) => Object.values(releaseNotes ?? {}).some(Boolean));
  return {
    releaseNotes: withNotes?.releaseNotes ?? {},
    reviewerNotes: rows.find(({ reviewerNotes }) => reviewerNotes)?.reviewerNotes ?? '',
    hadCredentials: rows.some(({ hadCredentials }) => hadCredentials),
  };
}
