import { z } from 'zod';
import { boundedRecord } from '../bounded.ts';
import { t } from '../languages/translate.ts';
import type { Platform } from '../packages/platform.ts';
import { localeSchema } from './listing.ts';

interface AntiFeatureRecord {
  readonly label: () => string;
  /** Plain words for people who decide about installing the app. */
  readonly explanation: () => string;
  /**
   * The source: its publisher or staff declare it, the inspection finds it in a version, or staff mark a version
   * as vulnerable.
   */
  readonly comesFrom: 'declaration' | 'inspection' | 'vulnerability';
}

/**
 * The anti-features that F-Droid clients know, by their ids in the index.
 * @see f-droid.org "Anti-Features", and fdroiddata, `config/antiFeatures.yml`
 */
const RECORDS = {
  Ads: {
    label: () => t`Advertising`,
    explanation: () => t`The app shows ads.`,
    comesFrom: 'declaration',
  },
  ApplicationDebuggable: {
    label: () => t`Debug build`,
    explanation: () =>
      t`This version is built for debugging, so other programs can read and change what the app does.`,
    comesFrom: 'inspection',
  },
  DisabledAlgorithm: {
    label: () => t`Unsafe signature`,
    explanation: () => t`The package is signed with an algorithm that is no longer safe.`,
    comesFrom: 'declaration',
  },
  KnownVuln: {
    label: () => t`Known vulnerability`,
    explanation: () => t`This version has a known security vulnerability.`,
    comesFrom: 'vulnerability',
  },
  NSFW: {
    label: () => t`Not safe for work`,
    explanation: () =>
      t`The app can show nudity, violence or other content that you may not want to see in public.`,
    comesFrom: 'declaration',
  },
  NoSourceSince: {
    label: () => t`Source code no longer available`,
    explanation: () => t`The source code of the app’s newer versions isn’t available.`,
    comesFrom: 'declaration',
  },
  NonFreeAdd: {
    label: () => t`Promotes proprietary add-ons`,
    explanation: () => t`The app promotes other apps or add-ons that aren’t free software.`,
    comesFrom: 'declaration',
  },
  NonFreeAssets: {
    label: () => t`Proprietary media`,
    explanation: () => t`The app contains images, sounds or other media under a license that isn’t free.`,
    comesFrom: 'declaration',
  },
  NonFreeComp: {
    label: () => t`Proprietary components`,
    explanation: () => t`The app contains components that aren’t free software.`,
    comesFrom: 'declaration',
  },
  NonFreeDep: {
    label: () => t`Needs proprietary software`,
    explanation: () => t`The app only works with another app or library that isn’t free software.`,
    comesFrom: 'declaration',
  },
  NonFreeNet: {
    label: () => t`Proprietary network service`,
    explanation: () => t`The app promotes or depends on a network service that isn’t free software.`,
    comesFrom: 'declaration',
  },
  TetheredNet: {
    label: () => t`Tied to one server`,
    explanation: () => t`The app depends on a network service whose server you can’t choose.`,
    comesFrom: 'declaration',
  },
  Tracking: {
    label: () => t`Tracking`,
    explanation: () => t`The app reports what you do to someone, without asking you first.`,
    comesFrom: 'declaration',
  },
  UpstreamNonFree: {
    label: () => t`Proprietary upstream code`,
    explanation: () => t`The app’s original source code isn’t entirely free software.`,
    comesFrom: 'declaration',
  },
} as const satisfies Record<string, AntiFeatureRecord>;

export type AntiFeature = keyof typeof RECORDS;
export const ANTI_FEATURES: Readonly<Record<AntiFeature, AntiFeatureRecord>> = RECORDS;

export const antiFeatureSchema = z.enum(Object.keys(RECORDS) as [AntiFeature, ...AntiFeature[]]);

/** Anti-features that a publisher or staff declare for a whole app. */
export const declarableSchema = antiFeatureSchema.extract(
  antiFeatureSchema.options.filter((id) => ANTI_FEATURES[id].comesFrom === 'declaration'),
);

/**
 * The inspection's rules whose findings are an anti-feature. Rules that only suggest one are left out: a short signing
 * key, for example, isn't an unsafe algorithm.
 */
export const FOUND_ANTI_FEATURES: Readonly<Record<string, AntiFeature>> = {
  debuggable: 'ApplicationDebuggable',
};

/** Longest reason of an anti-feature in characters, and the number of its translations. */
export const MAX_ANTI_FEATURE_REASON = 300;
export const MAX_REASON_LOCALES = 20;

const reason = z
  .string()
  .trim()
  .min(1, { error: () => t`Enter a reason. Everyone sees it.` })
  .max(MAX_ANTI_FEATURE_REASON, { error: () => t`Use at most ${MAX_ANTI_FEATURE_REASON} characters.` });

/** The reasons of an anti-feature, by locale. */
export const antiFeatureReasonsSchema = boundedRecord(MAX_REASON_LOCALES, localeSchema, reason).refine(
  (reasons) => Object.keys(reasons).length > 0,
  { error: () => t`Enter a reason. Everyone sees it.` },
);
export type AntiFeatureReasons = z.infer<typeof antiFeatureReasonsSchema>;

/** The reason of a mark as vulnerable. */
export const vulnerabilityReasonSchema = reason;

export const antiFeatureSetterSchema = z.enum(['publisher', 'staff']);
export type AntiFeatureSetter = z.infer<typeof antiFeatureSetterSchema>;

/** Returns the reason why someone cannot change an anti-feature of an app, as a sentence to show; null when they can. */
export function antiFeatureDenialReason(
  current: AntiFeatureSetter | null,
  by: AntiFeatureSetter,
): string | null {
  if (by === 'staff' || current !== 'staff') return null;
  return t`Store staff set this anti-feature, so only they can change it.`;
}

/** Returns the reason why an app of a platform has no anti-features, as a sentence to show; null for Android. */
export function antiFeaturePlatformDenialReason(platform: Platform): string | null {
  return platform === 'android'
    ? null
    : t`Only Android apps have anti-features, because iOS clients don’t show any.`;
}
