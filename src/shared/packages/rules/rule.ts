import type { VersionFacts } from '../changes.ts';
import type { AndroidFacts, IosFacts, PackageFacts, SignatureFacts } from '../facts.ts';
import type { Severity } from '../finding.ts';

/** The store's setting for a rule: ignored, reported as a warning, or enforced. */
export type RuleMode = 'off' | 'observe' | 'enforce';

/** Constraints from the app's earlier versions. Each field is null when there is none. */
export interface EarlierVersions {
  /** The published version, which the new one is compared with. */
  published: VersionFacts | null;
  /** The highest version code (Android) of any version that was not rejected. */
  versionCode: number | null;
  /** The highest `CFBundleVersion` (iOS) of any version that was not rejected. */
  buildVersion: string | null;
  /** SHA-256 of the certificates that sign the app's versions. */
  signers: string[] | null;
}

/** The context that a package is evaluated in. */
export interface EvaluationContext {
  /** The app that the package belongs to; absent when there is none yet. */
  app?: { platform: 'android' | 'ios'; applicationId: string };
  previous?: EarlierVersions;
  /** The lowest target SDK that the store accepts. */
  minTargetSdk: number;
  /** Modes by rule id; all other rules are enforced. */
  modes?: Record<string, RuleMode>;
  /** The time for expiry checks; now when absent. */
  now?: Date;
}

/** The package that a rule evaluates. */
export interface Subject<Facts extends PackageFacts = PackageFacts> {
  facts: Facts;
  signature: SignatureFacts;
  context: EvaluationContext;
}

/** One rule, declared as data. */
export interface PackageRule<Facts extends PackageFacts = PackageFacts> {
  id: string;
  severity: Severity;
  /** The problem as a sentence. */
  title: string;
  /** The steps that solve it. */
  fix: string;
  /** Returns what in the package breaks the rule; null when the package complies. */
  evidence(subject: Subject<Facts>): string | null;
}

/** Explains a rule to publishers: what the inspection looks at, and why it matters. In English, as the guide is. */
export interface RuleExplanation {
  readonly checks: string;
  readonly why: string;
}

export type AndroidRule = PackageRule<AndroidFacts>;
export type IosRule = PackageRule<IosFacts>;
