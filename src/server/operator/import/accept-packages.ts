import { rm } from 'node:fs/promises';
import { evaluatePackage } from '#shared/packages/evaluate.ts';
import type { Finding } from '#shared/packages/finding.ts';
import type { EarlierVersions } from '#shared/packages/rules/rule.ts';
import { findEarlierVersions } from '../../catalog/versions/queries.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import type { RepositoryApp, RepositoryVersion } from '../repository/index-format.ts';
import { SourceError, UnreadableError } from '../repository/source.ts';
import { type FetchedPackage, fetchPackage, reasonOf } from './fetch-package.ts';
import { type AppOutcome, type ImportRun, leftOut } from './outcome.ts';

const NO_EARLIER: EarlierVersions = { published: null, versionCode: null, buildVersion: null, signers: null };

interface PackageFetching {
  /** The lowest version code first. */
  readonly versions: readonly RepositoryVersion[];
  /** Gets those that are what the index says. */
  readonly packages: FetchedPackage[];
}

/**
 * Copies packages. Returns false when it ended at one that can't be read now: published versions must not overtake it,
 * because it would then be too old.
 */
export async function fetchAll(
  run: ImportRun,
  { versions, packages }: PackageFetching,
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

/** A package that passes, with its findings. */
export type AcceptedPackage = FetchedPackage & { readonly findings: ReturnType<typeof evaluatePackage> };

/** Evaluates packages in their order, each compared with those before it. */
export async function evaluateAll(
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
    const errors = findings.filter(({ severity }) => severity === 'error');
    const isOtherSigner = signature.verified && !signature.signers.some((signer) => signers.has(signer));
    const isSecond = accepted.some((one) => one.facts.versionCode === facts.versionCode);
    // Whatever the store's rules say: an app has a version code once.
    if (isSecond) problems.push(leftOut(version, 'another package has the same version code.'));
    else if (errors.length > 0) problems.push(leftOut(version, explainErrors(errors)));
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

/** Returns all that rules say against a package, and their ids: each of them keeps it out, also when others are observed. */
function explainErrors(errors: readonly Finding[]): string {
  const rules = [...new Set(errors.map(({ rule }) => rule))];
  const named = rules.length === 1 ? 'this rule' : 'these rules';
  return `${errors.map(reasonOf).join(' ')} The store enforces ${named}: ${rules.join(', ')}.`;
}

/**
 * Returns the signers that belong to the one that clients prefer, or to that of the newest version. While newer packages
 * can't be read, the index says who signed them.
 */
export function acceptedSigners(
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
