import { type AntiFeature, FOUND_ANTI_FEATURES } from '#shared/listings/anti-feature.ts';
import { DEFAULT_LOCALE } from './pictures.ts';
import type { DeclaredEntry, StoredVersion } from './stored.ts';

/** Anti-features with their reasons by locale, as the index lists them. */
export type IndexAntiFeatures = Readonly<Partial<Record<AntiFeature, Readonly<Record<string, string>>>>>;

type VersionFacts = Pick<StoredVersion, 'antiFeatureFindings' | 'vulnerability'>;

/** Returns the anti-features of a version: its own, and those declared for the whole app. */
export function antiFeaturesOf(
  { antiFeatureFindings, vulnerability }: VersionFacts,
  declared: readonly DeclaredEntry[],
): IndexAntiFeatures {
  const found = antiFeatureFindings.flatMap(({ rule, evidence }) => {
    const antiFeature = FOUND_ANTI_FEATURES[rule];
    return antiFeature === undefined ? [] : [[antiFeature, { [DEFAULT_LOCALE]: evidence }] as const];
  });
  const marked = vulnerability === null ? {} : { KnownVuln: { [DEFAULT_LOCALE]: vulnerability } };
  const ofApp = declared.map(({ antiFeature, reasons }) => [antiFeature, reasons] as const);
  return { ...Object.fromEntries([...ofApp, ...found]), ...marked };
}
