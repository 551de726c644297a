import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { applicationIdSchema } from '#shared/apps/app.ts';
import { publishingDenialReason } from '#shared/apps/status.ts';
import { CallError } from '#shared/errors.ts';
import { evaluatePackage } from '#shared/packages/evaluate.ts';
import type { EarlierVersions } from '#shared/packages/rules/rule.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import { findAndroidApp, saveImportedApp } from '../../catalog/imports/import-app.ts';
import { importVersion, readKnownPackages } from '../../catalog/imports/import-version.ts';
import { findEarlierVersions } from '../../catalog/versions/queries.ts';
import type { Context } from '../../platform/context.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { StorageFullError } from '../../platform/storage/storage.ts';
import type { RepositoryApp, RepositoryVersion } from '../repository/index-format.ts';
import { type RepositorySource, SourceError, UnreadableError } from '../repository/source.ts';
import { findCategory } from './categories.ts';
import { describeApp, describeNotes } from './describe-app.ts';
import { type FetchedPackage, fetchPackage } from './fetch-package.ts';
import { importPictures } from './import-pictures.ts';

const NO_EARLIER: EarlierVersions = { published: null, versionCode: null, buildVersion: null, signers: null };

/** The parts that all apps of an import share. */
export interface ImportRun {
  readonly context: Context;
  readonly source: RepositorySource;
  readonly ownerUid: string;
  readonly isDryRun: boolean;
  readonly settings: StoreSettings;
  /** The store's categories, also those that the import adds. */
  readonly categories: StoreSettings['categories'];
  /** A private folder for copies of packages. */
  readonly folder: string;
}

/** The result for one app. */
export interface AppOutcome {
  readonly applicationId: string;
  /** Versions and pictures that came along, or would in a dry run. */
  versions: number;
  pictures: number;
  /** Versions that the store had already. */
  known: number;
  /** Sentences about what doesn't come along. */
  readonly problems: string[];
  /** True when something unexpected ended it. */
  isFailed: boolean;
}

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
    problems: [],
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
  const reason = denialReason(run, applicationId, existing);
  if (reason !== null) {
    outcome.problems.push(`The app is left out: ${reason}`);
    return;
  }
  const known = existing ? await readKnownPackages(run.context.db, existing.id) : new Set<string>();
  const missing = app.versions.filter(({ sha256 }) => !known.has(sha256));
  outcome.known = app.versions.length - missing.length;
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
  applicationId: string,
  existing: AppRow | null,
): string | null {
  if (!applicationIdSchema.safeParse(applicationId).success) return 'its application ID isn’t valid.';
  if (!existing) return null;
  if (existing.ownerUid !== ownerUid) return 'another account of this store publishes it.';
  return publishingDenialReason(existing.status);
}

interface Fetching {
  /** The lowest version code first. */
  readonly versions: readonly RepositoryVersion[];
  /** Gets those that are what the index says. */
  readonly packages: FetchedPackage[];
}

/**
 * Copies packages. Returns false when it ended at one that can't be read now: published versions must not overtake it,
 * because it would then be too old.
 */
async function fetchAll(
  run: ImportRun,
  { versions, packages }: Fetching,
  { problems }: AppOutcome,
): Promise<boolean> {
  const { context, source, folder, settings, isDryRun } = run;
  const maxBytes = settings.limits.packageMegabytes * 1024 ** 2;
  for (const version of versions) {
    try {
      const fetched = await fetchPackage(context, version, { source, folder, maxBytes });
      packages.push(fetched);
      if (isDryRun) await rm(fetched.file);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      problems.push(leftOut(version, error.message));
      if (error instanceof UnreadableError) {
        problems.push('Newer versions follow when it can be read: repeat the import then.');
        return false;
      }
    }
  }
  return true;
}

interface Evaluated {
  readonly app: RepositoryApp;
  readonly existing: AppRow | null;
  readonly packages: readonly FetchedPackage[];
  readonly signers: ReadonlySet<string>;
}

type AcceptedPackage = FetchedPackage & { readonly findings: ReturnType<typeof evaluatePackage> };

/** Evaluates packages in their order, each compared with those before it. */
async function evaluateAll(
  { context, settings }: ImportRun,
  { app, existing, packages, signers }: Evaluated,
  { problems }: AppOutcome,
): Promise<AcceptedPackage[]> {
  const accepted: AcceptedPackage[] = [];
  let previous = existing ? await findEarlierVersions(context.db, existing.id) : NO_EARLIER;
  for (const fetched of packages) {
    const { inspection, facts, version } = fetched;
    const { signature } = inspection;
    const findings = evaluatePackage(inspection, {
      app: { platform: 'android', applicationId: app.applicationId },
      previous,
      minTargetSdk: settings.minTargetSdk,
      modes: settings.rules,
      now: context.clock(),
    });
    const error = findings.find(({ severity }) => severity === 'error');
    const isOtherSigner = signature.verified && !signature.signers.some((signer) => signers.has(signer));
    const isSecond = accepted.some((one) => one.facts.versionCode === facts.versionCode);
    // Whatever the store's rules say: an app has a version code once.
    if (isSecond) problems.push(leftOut(version, 'another package has the same version code.'));
    else if (error) problems.push(leftOut(version, `${error.title}. ${error.evidence}`));
    else if (isOtherSigner) problems.push(leftOut(version, 'newer versions have another signer.'));
    else {
      accepted.push({ ...fetched, findings });
      const { signers: current } = signature;
      const { versionCode } = facts;
      previous = {
        published: { package: facts, signature },
        versionCode,
        buildVersion: null,
        signers: current,
      };
    }
  }
  return accepted;
}

/**
 * Returns the signers that belong to the one that clients prefer, or to that of the newest version. While newer packages
 * can't be read, the index says who signed them.
 */
function acceptedSigners(
  { preferredSigner, versions }: RepositoryApp,
  packages: readonly FetchedPackage[],
  isWhole: boolean,
): ReadonlySet<string> {
  const signed = packages.filter(({ inspection }) => inspection.signature.verified);
  const expected =
    preferredSigner !== null ? [preferredSigner] : isWhole ? [] : (versions.at(-1)?.signers ?? []);
  const preferred = signed.findLast(({ inspection }) =>
    inspection.signature.signers.some((signer) => expected.includes(signer)),
  );
  if (!isWhole && !preferred && expected.length > 0) return new Set(expected);
  const newest = preferred ?? signed.at(-1);
  const { signers = [], lineage = [] } = newest?.inspection.signature ?? {};
  return new Set([...signers, ...lineage.map(({ sha256 }) => sha256)]);
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
  const isNew = existing === null || existing.status === 'draft';
  if (existing?.status === 'draft') {
    const verb = run.isDryRun ? 'would be' : 'were';
    outcome.problems.push(
      `The store had a draft of the app: its texts ${verb} replaced by the repository’s.`,
    );
  }
  const appId = isNew ? await describe(run, { app, label: newest.facts.label }, outcome) : existing.id;
  for (const { version, file, facts, inspection, findings } of accepted) {
    if (run.isDryRun || appId === null) {
      outcome.versions += 1;
      continue;
    }
    const isImported = await importVersion(run.context, {
      appId,
      source: run.source.name,
      fileName: basename(version.path).slice(0, 200).toWellFormed(),
      sha256: version.sha256,
      facts,
      inspection,
      findings,
      publishedAt: new Date(Math.min(version.added.getTime(), run.context.clock().getTime())),
      isBeta: version.isBeta,
      releaseNotes: describeNotes(version.whatsNew),
      open: async () => createReadStream(file),
    });
    if (isImported) outcome.versions += 1;
    await rm(file);
  }
}

/** Saves the listing of a new app as a draft, which its first version publishes. Returns its id; null in a dry run. */
async function describe(
  run: ImportRun,
  { app, label }: { readonly app: RepositoryApp; readonly label: string },
  outcome: AppOutcome,
): Promise<string | null> {
  const { context, source, ownerUid, isDryRun, settings, categories } = run;
  const { problems } = outcome;
  const category = findCategory(categories, app.categories);
  const described = describeApp(app, { label, category });
  problems.push(...described.problems);
  noteLosses(app, category, problems);
  const { applicationId } = app;
  const saved = isDryRun ? null : await saveImportedApp(context, { ownerUid, applicationId, ...described });
  outcome.pictures = await importPictures(context, app.graphics, {
    source,
    appId: saved?.id ?? null,
    maxScreenshots: settings.limits.screenshots,
    onProblem: (problem) => problems.push(problem),
  });
  return saved?.id ?? null;
}

/** Names the parts of an app that a listing has no place for. */
function noteLosses(app: RepositoryApp, category: string, problems: string[]): void {
  const [first, ...others] = app.categories;
  if (first !== undefined && category === '') problems.push(`The category "${first}" is left out.`);
  if (others.length > 0) problems.push(`An app has one category; left out: ${others.join(', ')}.`);
  if (app.authorName !== '') {
    problems.push(
      `The author "${app.authorName.slice(0, 100)}" is left out: an app shows its publisher’s name.`,
    );
  }
}

function leftOut({ versionName, versionCode }: RepositoryVersion, reason: string): string {
  return `Version ${versionName.slice(0, 50)} (${versionCode}) is left out: ${reason}`;
}
