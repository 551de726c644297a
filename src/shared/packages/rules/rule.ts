import type { VersionFacts } from '../changes.ts';
import type { AndroidFacts, IosFacts, PackageFacts, SignatureFacts } from '../facts.ts';
import type { Severity } from '../finding.ts';

/** Whether a store holds publishers to a rule: not at all, as a warning only, or fully. */
export type RuleMode = 'off' | 'observe' | 'enforce';

/** What the app's earlier versions bind a new one to. Every field is null while there is nothing. */
export interface EarlierVersions {
  /** The published version, which the new one is compared with. */
  published: VersionFacts | null;
  /** The highest version code (Android) of any version that was not rejected. */
  versionCode: number | null;
  /** The highest `CFBundleVersion` (iOS) of any version that was not rejected. */
  buildVersion: string | null;
  /** SHA-256 of the certificates that the app's versions are signed with. */
  signers: string[] | null;
}

/** What a package is judged against. */
export interface JudgeContext {
  /** The app that it is for; absent when there is none yet. */
  app?: { platform: 'android' | 'ios'; applicationId: string };
  previous?: EarlierVersions;
  /** The lowest target SDK that the store takes. */
  minTargetSdk: number;
  /** Rules that the store does not enforce, by id; all others are. */
  modes?: Record<string, RuleMode>;
  /** The moment that expiry is judged for; now when absent. */
  now?: Date;
}

/** What a rule looks at. */
export interface Subject<Facts extends PackageFacts = PackageFacts> {
  facts: Facts;
  signature: SignatureFacts;
  context: JudgeContext;
}

/** One rule, as data. */
export interface PackageRule<Facts extends PackageFacts = PackageFacts> {
  id: string;
  severity: Severity;
  /** What is wrong when the rule is broken, as a sentence. */
  title: string;
  /** What the publisher does about it. */
  fix: string;
  /** What in the package breaks the rule; null when it holds. */
  evidence(subject: Subject<Facts>): string | null;
}

export type AndroidRule = PackageRule<AndroidFacts>;
export type IosRule = PackageRule<IosFacts>;
