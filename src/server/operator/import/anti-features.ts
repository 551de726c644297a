import {
  type AntiFeature,
  declarableSchema,
  FOUND_ANTI_FEATURES,
  MAX_ANTI_FEATURE_REASON,
  MAX_REASON_LOCALES,
} from '#shared/listings/anti-feature.ts';
import type { ImportedApp } from '../../catalog/imports/import-app.ts';
import type { LocalisedTexts, RepositoryVersion } from '../repository/index-format.ts';
import type { AcceptedPackage } from './accept-packages.ts';
import { chooseDefault, readLocale, shorten } from './describe-app.ts';
import { nameVersion } from './outcome.ts';

/** The anti-feature of a version that staff would mark as vulnerable. */
const VULNERABLE: AntiFeature = 'KnownVuln';

/** The reason of an anti-feature that an index doesn't give. */
const NO_REASON = 'Declared in the repository that the app was imported from.';
const NO_REASON_LOCALE = 'en-US';

/** Versions that a sentence names. */
const MAX_NAMED = 3;

/** The anti-features of the versions that an import adds to an app. */
export interface AntiFeaturePlan {
  /** Those of the whole app; none for an app that the store has already. */
  readonly declared: ImportedApp['antiFeatures'];
  /** The reasons of versions to mark as vulnerable, by their SHA-256. */
  readonly vulnerable: ReadonlyMap<string, string>;
  /** Sentences about what doesn't come along. */
  readonly problems: readonly string[];
}

interface PlanOptions {
  /** The anti-features that the app declares in this store; null for a new app. */
  readonly declaredHere: ReadonlySet<string> | null;
}

/**
 * Plans the anti-features of versions. In an index each version has its own; here an app declares them for all its
 * versions, so those of the newest stable version come along. Marks of vulnerable versions are kept one by one.
 */
export function planAntiFeatures(
  accepted: readonly AcceptedPackage[],
  { declaredHere }: PlanOptions,
): AntiFeaturePlan {
  const problems: string[] = [];
  const versions = accepted.map(({ version }) => version);
  const vulnerable = new Map(
    versions.flatMap((version) => {
      const reasons = version.antiFeatures[VULNERABLE];
      return reasons ? [[version.sha256, chooseReason(version, reasons, problems)] as const] : [];
    }),
  );
  const ids = new Set(versions.flatMap(({ antiFeatures }) => Object.keys(antiFeatures)));
  ids.delete(VULNERABLE);
  const declared = [...ids].flatMap((id) => {
    if (Object.values<string>(FOUND_ANTI_FEATURES).includes(id)) {
      noteUnfound(id, accepted, problems);
      return [];
    }
    return planDeclared(id, { versions, declaredHere }, problems);
  });
  return { declared, vulnerable, problems };
}

/** Notes versions whose inspection didn't find what the index says. */
function noteUnfound(id: string, accepted: readonly AcceptedPackage[], problems: string[]): void {
  const unfound = accepted
    .filter(({ findings }) => !findings.some(({ rule }) => FOUND_ANTI_FEATURES[rule] === id))
    .map(({ version }) => version)
    .filter((version) => has(version, id));
  if (unfound.length > 0) problems.push(leftOut(id, unfound, 'the inspection didn’t find it.'));
}

interface DeclaredOptions extends PlanOptions {
  readonly versions: readonly RepositoryVersion[];
}

function planDeclared(
  id: string,
  { versions, declaredHere }: DeclaredOptions,
  problems: string[],
): ImportedApp['antiFeatures'] {
  const { data: antiFeature } = declarableSchema.safeParse(id);
  const [having, lacking] = [versions.filter((one) => has(one, id)), versions.filter((one) => !has(one, id))];
  if (antiFeature === undefined) {
    problems.push(leftOut(id, having, 'the store doesn’t know it.'));
    return [];
  }
  if (declaredHere) {
    if (!declaredHere.has(id)) problems.push(leftOut(id, having, 'the app doesn’t declare it here.'));
    return [];
  }
  const newest = versions.findLast(({ releaseChannels }) => releaseChannels.length === 0) ?? versions.at(-1);
  const own = newest?.antiFeatures[id];
  if (!own) {
    problems.push(leftOut(id, having, 'apps declare it for all versions, and the newest doesn’t have it.'));
    return [];
  }
  if (lacking.length > 0) {
    problems.push(
      `The anti-feature ${id} is declared for all versions; in the repository, ${nameAll(lacking)} didn’t have it.`,
    );
  }
  const others = having.filter(({ antiFeatures }) => !isSame(antiFeatures[id] ?? {}, own));
  if (others.length > 0) {
    problems.push(
      `The reasons for ${id} of ${nameAll(others)} are left out: an app has one for all versions.`,
    );
  }
  return [{ antiFeature, reasons: fitReasons(id, own, problems) }];
}

/** Returns true for a version that the index marks as vulnerable. */
export const isVulnerable = (version: RepositoryVersion) => has(version, VULNERABLE);

const has = ({ antiFeatures }: RepositoryVersion, id: string) => Object.hasOwn(antiFeatures, id);

function fitReasons(id: string, given: LocalisedTexts, problems: string[]): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const [named, text] of Object.entries(given)) {
    const { locale, reason, isShortened } = fitReason(named, text);
    if (reason === '') continue;
    if (locale === null || Object.keys(reasons).length === MAX_REASON_LOCALES) {
      const why = locale === null ? 'that isn’t a language tag' : `there is room for ${MAX_REASON_LOCALES}`;
      problems.push(`The reason for ${id} in "${named}" is left out: ${why}.`);
      continue;
    }
    if (isShortened) problems.push(`The reason for ${id} in ${locale} is shortened.`);
    reasons[locale] = reason;
  }
  return Object.keys(reasons).length > 0 ? reasons : { [NO_REASON_LOCALE]: NO_REASON };
}

/** Returns the one reason that a version's mark has. */
function chooseReason(version: RepositoryVersion, given: LocalisedTexts, problems: string[]): string {
  const reasons = Object.entries(given)
    .map(([named, text]) => ({ named, ...fitReason(named, text) }))
    .filter(({ reason }) => reason !== '');
  const preferred = chooseDefault(reasons.flatMap(({ locale }) => locale ?? []));
  const chosen = reasons.find(({ locale }) => locale === preferred);
  const others = reasons.filter((one) => one !== chosen).map(({ named }) => named);
  const which = `for ${VULNERABLE} of ${nameAll([version])}`;
  if (others.length > 0) {
    problems.push(`The reasons ${which} in ${others.join(', ').slice(0, 200)} are left out: a mark has one.`);
  }
  if (chosen?.isShortened) problems.push(`The reason ${which} is shortened.`);
  return chosen?.reason ?? NO_REASON;
}

function fitReason(named: string, text: string) {
  const whole = text.replaceAll(/\p{Cc}+/gu, ' ').trim();
  const reason = shorten(whole, MAX_ANTI_FEATURE_REASON);
  return { locale: readLocale(named), reason, isShortened: reason !== whole };
}

function isSame(a: LocalisedTexts, b: LocalisedTexts): boolean {
  return (
    Object.keys(a).length === Object.keys(b).length &&
    Object.keys(a).every((locale) => a[locale] === b[locale])
  );
}

function leftOut(id: string, versions: readonly RepositoryVersion[], reason: string): string {
  return `The anti-feature ${id.slice(0, 50)} of ${nameAll(versions)} is left out: ${reason}`;
}

function nameAll(versions: readonly RepositoryVersion[]): string {
  const named = versions.slice(-MAX_NAMED).map(nameVersion).join(', ');
  const others = versions.length > MAX_NAMED ? ` and ${versions.length - MAX_NAMED} older` : '';
  return `${versions.length === 1 ? 'version' : 'versions'} ${named}${others}`;
}
