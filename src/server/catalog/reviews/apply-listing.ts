import type { z } from 'zod';
import type { CallData } from '#shared/calls.ts';
import type { AppDetails } from '#shared/listings/details.ts';
import type { Changelogs, SkippedFile } from '#shared/listings/fastlane.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import { type ListingTexts, listingTextsSchema, releaseNotesSchema } from '#shared/listings/listing.ts';
import { wasEverPublic } from '#shared/listings/publication.ts';
import { lockApp, notFound, readApp, requireApp } from '../../identity/app-access.ts';
import { requireScope } from '../../identity/authorise.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { isAlreadyDone } from '../lifecycle/change-version.ts';
import { applyGraphics, type OrderedGraphics } from '../listings/apply-graphics.ts';
import { type Difference, EVERY_LANGUAGE } from '../listings/differences.ts';
import { noteEdit } from '../listings/drafts.ts';
import { storeHtml } from '../listings/html.ts';
import { requireListingSize } from '../listings/limits.ts';
import { collect, type Problem, requireNone } from '../listings/problems.ts';
import { type SettledChanges, settleChanges } from '../listings/settle.ts';
import { type Editor, mergeTexts, renderDescriptions, storeChangelogs } from '../listings/store-texts.ts';
import { storeDetails } from '../listings/update-details.ts';
import { findUnpublished } from '../listings/waiting.ts';
import { presentVersion } from '../versions/present.ts';
import { type FoundVersion, findVersion, lockVersion } from '../versions/queries.ts';
import { submissionChecks, submitChecked } from './submit.ts';

/**
 * `apps.applyListing`: changes texts and pictures, publishes what it names and submits a version in one transaction, or changes
 * nothing. What can't be applied is collected while the rest is, so that all problems are known before it is rolled back.
 */
export const applyListing: Handler<'apps.applyListing'> = async ({ data, caller, context }) => {
  if (data.submission) {
    requireScope(caller, 'submit');
    // Before anything is locked, so that nobody can hold up the app of somebody else.
    await requireApp(context.db, data.appId, { caller, role: 'maintainer' });
    const { app } = await findVersion(context.db, data.submission.versionId);
    if (app.id !== data.appId) throw notFound();
  }
  const problems: Problem[] = [];
  const changes = readChanges(data, problems);
  const html = await renderDescriptions(context, changes.texts, caller.uid);
  return context.db.transaction(async (tx) => {
    const app = await lockApp(tx, data.appId, { caller, role: 'maintainer' });
    const by = { uid: caller.uid, now: context.clock() };
    const skipped = await changeListing(tx, { app, changes, html, by, problems });
    const { live, waiting } = await publishApplied(tx, {
      app: (await readApp(tx, app.id)) ?? app,
      changes,
      by,
    });
    const submitted = await submit(tx, { data, context, by, problems });
    requireNone(problems);
    return { version: submitted && (await presentVersion(tx, submitted, caller)), live, waiting, skipped };
  });
};

/** The changes of a listing whose texts have their form. */
interface Changes {
  readonly details: Partial<AppDetails>;
  readonly texts: ReadonlyMap<string, Partial<ListingTexts>>;
  readonly changelogs: ReadonlyMap<string, Changelogs>;
  readonly graphics: readonly OrderedGraphics[];
}

function readChanges(data: CallData<'apps.applyListing'>, problems: Problem[]): Changes {
  const { shape } = listingTextsSchema;
  const texts = Object.entries(data.texts).map(([locale, given]) => {
    const schemaOf = (field: string) => shape[field as keyof ListingTexts];
    return [locale, checkTexts(given, { schemaOf, path: `texts.${locale}`, problems })] as const;
  });
  const changelogs = Object.entries(data.changelogs).map(([locale, given]) => {
    const path = `changelogs.${locale}`;
    return [locale, checkTexts(given, { schemaOf: () => releaseNotesSchema, path, problems })] as const;
  });
  const graphics = Object.entries(data.graphics).flatMap(([locale, byKind]) =>
    Object.entries(byKind).flatMap(([kind, ids]) => (ids ? { locale, kind: kind as GraphicKind, ids } : [])),
  );
  return { details: data.details, texts: new Map(texts), changelogs: new Map(changelogs), graphics };
}

interface TextCheck {
  readonly schemaOf: (name: string) => z.ZodType<string>;
  readonly path: string;
  readonly problems: Problem[];
}

/** Returns the texts that have their form; adds the others to the problems. */
function checkTexts(
  given: Readonly<Record<string, string | undefined>>,
  { schemaOf, path, problems }: TextCheck,
): Record<string, string> {
  const fine: Record<string, string> = {};
  for (const [name, text] of Object.entries(given)) {
    const checked = schemaOf(name).safeParse(text);
    if (checked.success) fine[name] = checked.data;
    else {
      const message = checked.error.issues.map((issue) => issue.message).join(' ');
      problems.push({ path: `${path}.${name}`, reason: 'invalid-text', message });
    }
  }
  return fine;
}

interface ListingChange {
  readonly app: AppRow;
  readonly changes: Changes;
  /** Rendered descriptions by language. */
  readonly html: ReadonlyMap<string, string>;
  readonly by: Editor;
  readonly problems: Problem[];
}

async function changeListing(
  tx: Tx,
  { app, changes, html, by, problems }: ListingChange,
): Promise<SkippedFile[]> {
  const { details, texts, changelogs, graphics } = changes;
  await storeDetails(tx, app, { details, by });
  await applyGraphics(tx, { appId: app.id, groups: graphics, by, problems });
  const locales = [...texts.keys(), ...changelogs.keys(), ...graphics.map(({ locale }) => locale)];
  for (const locale of [...new Set(locales)].sort()) {
    const hasTexts = texts.has(locale) || changelogs.has(locale);
    const stored = hasTexts
      ? await mergeTexts(tx, { app, locale, texts: texts.get(locale) ?? {}, by })
      : null;
    await noteEdit(tx, app.id, locale);
    const rendered = html.get(locale);
    if (stored === null || rendered === undefined) continue;
    await storeHtml(tx, { appId: app.id, locale, description: stored.texts.description, html: rendered });
  }
  const skipped = await storeChangelogs(tx, app.id, changelogs);
  await collect(problems, 'texts', () => requireListingSize(tx, app.id));
  return skipped;
}

/**
 * Publishes the fields of an app that was live that were named, because a program applies whole texts, and of a new language all.
 * What staff rejected as it is stays so.
 */
async function publishApplied(
  tx: Tx,
  { app, changes: { details, texts, graphics }, by }: Pick<ListingChange, 'app' | 'changes' | 'by'>,
): Promise<SettledChanges> {
  const locales = new Set([...texts.keys(), ...graphics.map(({ locale }) => locale)]);
  const isChanged = locales.size > 0 || Object.keys(details).length > 0;
  if (!wasEverPublic(app) || !isChanged) return { live: [], waiting: [], rejected: [] };
  const isNamed = ({ locale, field }: Difference) =>
    field in (locale === EVERY_LANGUAGE ? details : (texts.get(locale) ?? {})) ||
    graphics.some((one) => one.locale === locale && one.kind === field);
  const changes = (await findUnpublished(tx, app)).filter(
    (one) => isNamed(one) || (locales.has(one.locale) && !one.isLive),
  );
  return settleChanges(tx, { app, changes, by });
}

interface Submission {
  readonly data: CallData<'apps.applyListing'>;
  readonly context: Context;
  readonly by: Editor;
  readonly problems: Problem[];
}

/** Submits the version, unless it was before; null without one, or while there are problems. */
async function submit(tx: Tx, { data, context, by, problems }: Submission): Promise<FoundVersion | null> {
  const { submission } = data;
  if (!submission) return null;
  const { releaseNotes: given, ...release } = submission;
  const found = await lockVersion(tx, submission.versionId);
  const path = 'submission.releaseNotes';
  const releaseNotes = given && checkTexts(given, { schemaOf: () => releaseNotesSchema, path, problems });
  if (isAlreadyDone(found.version, 'submit')) return found;
  for (const check of submissionChecks(tx, found, context.config.publicUrl)) {
    await collect(problems, 'submission', check);
  }
  if (problems.length > 0) return null;
  return submitChecked(tx, found, {
    data: { ...release, releaseNotes },
    uid: by.uid,
    now: by.now,
    secret: context.secret,
  });
}
