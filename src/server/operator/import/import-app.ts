import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { applicationIdSchema } from '#shared/apps/app.ts';
import { CallError } from '#shared/errors.ts';
import { publishingDenialReason } from '#shared/statuses/app-status.ts';
import { readDeclared } from '../../catalog/anti-features/queries.ts';
import { findAndroidApp, type ImportedApp, saveImportedApp } from '../../catalog/imports/import-app.ts';
import { importVersion, readKnownPackages } from '../../catalog/imports/import-version.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { checkPicture } from '../../platform/images/open.ts';
import { StorageFullError } from '../../platform/storage/storage.ts';
import type { RepositoryApp, RepositoryVersion } from '../repository/index-format.ts';
import { type AcceptedPackage, acceptedSigners, evaluateAll, fetchAll } from './accept-packages.ts';
import { isVulnerable, planAntiFeatures } from './anti-features.ts';
import { findCategory } from './categories.ts';
import { describeApp, describeNotes } from './describe-app.ts';
import type { FetchedPackage } from './fetch-package.ts';
import { importPictures } from './import-pictures.ts';
import { type AppOutcome, type ImportRun, nameVersion } from './outcome.ts';

/**
 * Imports an app with all versions that pass, and its listing if the app is new. Whatever ends it is one of its problems, so
 * that the other apps follow; only a full storage is thrown.
 */
export async function importApp(run: ImportRun, app: RepositoryApp): Promise<AppOutcome> {
  const { applicationId } = app;
  const outcome: AppOutcome = {
    applicationId,
    versions: 0,
    pictures: 0,
    known: 0,
    keepsListing: false,
    problems: [],
    unread: app.unread,
    isFailed: false,
  };
  try {
    await importParts(run, app, outcome);
  } catch (error) {
    if (error instanceof StorageFullError) throw error;
    outcome.isFailed = !(error instanceof CallError);
    const { message, cause } = error as Error;
    // A failed query names its parameters; its cause is the reason.
    const reason = cause instanceof Error ? cause.message : message;
    outcome.problems.push(
      outcome.isFailed ? `The import of the app stopped: ${reason.slice(0, 300)}` : message,
    );
  }
  return outcome;
}

async function importParts(run: ImportRun, app: RepositoryApp, outcome: AppOutcome): Promise<void> {
  const { applicationId } = app;
  const existing = await findAndroidApp(run.context.db, applicationId);
  const reason = denialReason(run, app, existing);
  if (reason !== null) {
    outcome.problems.push(`The app is left out: ${reason}`);
    return;
  }
  outcome.keepsListing = existing !== null && existing.status !== 'draft';
  const known = existing ? await readKnownPackages(run.context.db, existing.id) : new Map<string, null>();
  const missing = app.versions.filter(({ sha256 }) => !known.has(sha256));
  outcome.known = app.versions.length - missing.length;
  for (const version of app.versions) {
    if (isVulnerable(version) && known.get(version.sha256) === null)
      outcome.problems.push(unmarkedNotice(version));
  }
  const packages: FetchedPackage[] = [];
  try {
    const isWhole = await fetchAll(run, { versions: missing, packages }, outcome);
    const signers = acceptedSigners(app, packages, isWhole);
    const accepted = await evaluateAll(run, { app, existing, packages, signers }, outcome);
    await publishAll(run, { app, existing, accepted }, outcome);
  } finally {
    for (const { file } of packages) await rm(file, { force: true });
  }
}

function denialReason(
  { ownerUid }: ImportRun,
  { applicationId, versions }: RepositoryApp,
  existing: AppRow | null,
): string | null {
  if (!applicationIdSchema.safeParse(applicationId).success) return 'its application ID isn’t valid.';
  if (versions.length === 0) return 'the repository has no version of it.';
  if (!existing) return null;
  if (existing.ownerUid !== ownerUid) return 'another account of this store publishes it.';
  return publishingDenialReason(existing.status);
}

/** Staff may have removed the mark, so an import doesn't bring it back. */
function unmarkedNotice(version: RepositoryVersion): string {
  return `Version ${nameVersion(version)} is here already and stays as it is, although the repository says that it is vulnerable.`;
}

interface Accepted {
  readonly app: RepositoryApp;
  readonly existing: AppRow | null;
  readonly accepted: readonly AcceptedPackage[];
}

async function publishAll(
  run: ImportRun,
  { app, existing, accepted }: Accepted,
  outcome: AppOutcome,
): Promise<void> {
  const newest = accepted.at(-1);
  if (!newest) return;
  const { context, isDryRun } = run;
  const { problems } = outcome;
  const isNew = existing === null || existing.status === 'draft';
  if (existing?.status === 'draft') {
    const verb = isDryRun ? 'would be' : 'were';
    problems.push(`The store had a draft of the app: its texts ${verb} replaced by the repository’s.`);
  }
  const { declared, vulnerable, ...plan } = planAntiFeatures(accepted, {
    declaredHere: isNew ? null : await readDeclaredHere(run, existing),
  });
  problems.push(...plan.problems);
  const appId = isNew ? await saveDraftListing(run, { app, newest, declared }, outcome) : existing.id;
  for (const { version, file, facts, inspection, findings } of accepted) {
    const described = describeNotes(version);
    problems.push(...described.problems);
    const others = version.releaseChannels.filter((channel) => channel !== 'Beta');
    if (others.length > 0) {
      problems.push(
        `Version ${nameVersion(version)} becomes a beta version; left out: its channels ${others.join(', ').slice(0, 200)}.`,
      );
    }
    if (isDryRun || appId === null) {
      outcome.versions += 1;
      continue;
    }
    const isImported = await importVersion(context, {
      appId,
      source: run.source.name,
      fileName: basename(version.path).slice(0, 200).toWellFormed(),
      sha256: version.sha256,
      facts,
      inspection,
      findings,
      publishedAt: new Date(Math.min(version.added.getTime(), context.clock().getTime())),
      // Clients offer versions of any channel only to those who chose it.
      isBeta: version.releaseChannels.length > 0,
      releaseNotes: described.notes,
      vulnerability: vulnerable.get(version.sha256) ?? null,
      open: async () => createReadStream(file),
    });
    if (isImported) outcome.versions += 1;
    await rm(file);
  }
}

async function readDeclaredHere({ context }: ImportRun, { id }: AppRow): Promise<Set<string>> {
  const declared = (await readDeclared(context.db, [id])).get(id) ?? [];
  return new Set(declared.map(({ antiFeature }) => antiFeature));
}

interface Described {
  readonly app: RepositoryApp;
  readonly newest: AcceptedPackage;
  readonly declared: ImportedApp['antiFeatures'];
}

/** Saves the listing of a new app as a draft, which its first version publishes. Returns its id; null in a dry run. */
async function saveDraftListing(
  run: ImportRun,
  { app, newest, declared }: Described,
  outcome: AppOutcome,
): Promise<string | null> {
  const { context, source, ownerUid, isDryRun, settings, categories } = run;
  const { applicationId } = app;
  const { problems, ...described } = describeApp(app, {
    label: newest.facts.label,
    category: findCategory(categories, app.categories),
  });
  outcome.problems.push(...problems);
  const saved = isDryRun
    ? null
    : await saveImportedApp(context, { ownerUid, applicationId, ...described, antiFeatures: declared });
  const hasIcon =
    hasDrawableIcon(newest) || app.graphics.some(({ kind, isExtracted }) => kind === 'icon' && !isExtracted);
  outcome.pictures = await importPictures(
    context,
    app.graphics.filter(({ isExtracted }) => !isExtracted || !hasIcon),
    {
      source,
      appId: saved?.id ?? null,
      maxScreenshots: settings.limits.screenshots,
      onProblem: (problem) => outcome.problems.push(problem),
    },
  );
  return saved?.id ?? null;
}

/** Returns true for a package with an icon of its own, which makes the one that a repository took out of it superfluous. */
function hasDrawableIcon({ inspection: { icon } }: AcceptedPackage): boolean {
  return icon !== null && !('found' in checkPicture(icon.bytes));
}
