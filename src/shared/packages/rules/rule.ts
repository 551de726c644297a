import type { VersionFacts } from '../changes.ts';
import type { AndroidFacts, IosFacts, PackageFacts, SignatureFacts } from '../facts.ts';
import type { FindingValues, Severity } from '../finding.ts';

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
export interface RuleSubject<Facts extends PackageFacts = PackageFacts> {
  facts: Facts;
  signature: SignatureFacts;
  context: EvaluationContext;
}

/** The record of a rule: everything that is shown of it and of its findings. Getters write its texts when they are read. */
export interface RuleRecord {
  readonly severity: Severity;
  /**
   * True when the store can't change the mode: a package that breaks the rule lacks facts that other rules need, has
   * others for a device than for the inspection, or has names that only a person can evaluate.
   */
  readonly isAlwaysEnforced?: true;
  /** The problem as a sentence. */
  readonly title: string;
  /** The steps that solve it. */
  readonly fix: string;
  /** The steps for cases that need others, by the `found` of the values. */
  readonly fixes?: Readonly<Record<string, string>>;
  /** Explains what the inspection looks at, in English, as the developer guide is. */
  readonly checks: string;
  /** Explains why it matters, in English. */
  readonly why: string;
  /** Returns the part of a package that breaks the rule, as a sentence. */
  evidence(values: FindingValues): string;
}

/** A rule about what was read from a package. */
export interface PackageRule<Facts extends PackageFacts = PackageFacts> extends RuleRecord {
  readonly id: string;
  /** Returns what in the package breaks the rule; null when the package complies. */
  find(subject: RuleSubject<Facts>): FindingValues | null;
}

/** Returns a record with further properties. Spreading it would keep its texts in the language of that moment. */
export function withProperties<Texts extends object, Properties extends object>(
  record: Texts,
  properties: Properties,
): Texts & Properties {
  return Object.defineProperties({} as Texts & Properties, {
    ...Object.getOwnPropertyDescriptors(properties),
    ...Object.getOwnPropertyDescriptors(record),
  });
}

/** Declares a rule: `evidence` gets what `find` returns. */
export function packageRule<Facts extends PackageFacts, Values extends FindingValues>(
  rule: Omit<PackageRule<Facts>, 'find' | 'evidence'> & {
    readonly find: (subject: RuleSubject<Facts>) => Values | null;
    readonly evidence: (values: Values) => string;
  },
): PackageRule<Facts> {
  return rule as PackageRule<Facts>;
}

type Evidence = (values: never) => string;
type ValuesOfCase<Case extends Evidence> = Parameters<Case> extends [infer Values] ? Values : unknown;

/** The values of a rule that finds several things; `found`, or another key, is the case. */
export type CaseValues<Cases extends Readonly<Record<string, Evidence>>, Key extends string = 'found'> = {
  [Name in keyof Cases]: Readonly<Record<Key, Name>> & ValuesOfCase<Cases[Name]>;
}[keyof Cases];

/** Values without the name of the file, for code that doesn't know it. */
export type WithoutFile<Values> = Values extends unknown ? Omit<Values, 'file'> : never;

/** Returns the evidence of a rule that finds several things, each with a sentence and values of its own. */
export function oneOf<Cases extends Readonly<Record<string, Evidence>>>(
  cases: Cases,
): (values: CaseValues<Cases>) => string {
  return (values) => cases[values.found]?.(values as never) ?? '';
}

export type AndroidRule = PackageRule<AndroidFacts>;
export type IosRule = PackageRule<IosFacts>;
