import type { AndroidFacts } from '#shared/packages/facts.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import { askTools, type Stated } from './android-tools.ts';
import { type Badging, describePermission, distinct } from './badging.ts';
import { makeCase, type OracleCase } from './cases.ts';

/** Inspects a package, as `inspectPackage` does. */
export type Inspect = (bytes: Uint8Array) => Promise<Pick<Inspection, 'package' | 'findings'>>;

/** The result of one case. */
export interface OracleResult {
  readonly oracleCase: OracleCase;
  /** `equal`, `error` when the inspection found one, `unread` when only the tools refused it, or `different`. */
  readonly verdict: 'equal' | 'error' | 'unread' | 'different';
  /** The facts that differ, as sentences. */
  readonly differences: readonly string[];
}

interface Comparison {
  readonly inspect: Inspect;
  /** For the packages. */
  readonly folder: string;
  readonly seeds: readonly number[];
  /** Number of programs at the same time. */
  readonly programs: number;
  /** Ends the comparison with this result. */
  readonly isOver?: (result: OracleResult) => boolean;
}

/** Compares the inspection of each seed's package with Android's tools. */
export async function compareWithAapt({
  inspect,
  folder,
  seeds,
  programs,
  isOver = () => false,
}: Comparison): Promise<OracleResult[]> {
  const waiting = [...seeds];
  const results: OracleResult[] = [];
  const work = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const result = await compareCase(makeCase(seed), { inspect, folder });
      results.push(result);
      if (isOver(result)) waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: programs }, work));
  return results.sort((one, other) => one.oracleCase.seed - other.oracleCase.seed);
}

async function compareCase(
  oracleCase: OracleCase,
  { inspect, folder }: Pick<Comparison, 'inspect' | 'folder'>,
): Promise<OracleResult> {
  const { package: facts, findings } = await inspect(oracleCase.bytes);
  const hasError = findings.some(
    ({ severity, rule }) => severity === 'error' && !rule.startsWith('signature'),
  );
  if (hasError) return { oracleCase, verdict: 'error', differences: [] };
  const stated = await askTools(oracleCase, folder);
  const isRead = Object.keys(stated.badging).length > 0;
  const differences =
    facts?.platform === 'android'
      ? [...differencesOf(facts, stated), ...(await missingPictures(facts, { oracleCase, stated, inspect }))]
      : [];
  if (differences.length > 0) return { oracleCase, verdict: 'different', differences };
  return { oracleCase, verdict: isRead ? 'equal' : 'unread', differences };
}

/** Lists what the inspection reads in another way than the tools. */
function differencesOf(facts: AndroidFacts, { badging, ambiguities, namesAfter }: Stated): string[] {
  const { aapt, aapt2 } = badging;
  const names = namesIn(facts);
  const missing = namesAfter(facts.minSdk).filter((name) => !names.has(name));
  return [
    ...ambiguities,
    ...missing.map((name) => `labels: later devices also show ${JSON.stringify(name)}`),
    ...(aapt2 ? differencesFrom(facts, aapt2).map((text) => `aapt2: ${text}`) : []),
    ...(aapt ? differencesFrom(facts, aapt).map((text) => `aapt: ${text}`) : []),
  ];
}

interface PictureCheck {
  readonly oracleCase: OracleCase;
  readonly stated: Stated;
  readonly inspect: Inspect;
}

/** Lists the pictures of the app that the tools name, but whose content doesn't change the facts. */
async function missingPictures(
  facts: AndroidFacts,
  { oracleCase, stated, inspect }: PictureCheck,
): Promise<string[]> {
  const named = Object.values(stated.badging).flatMap(({ icons }) => icons);
  const missing: string[] = [];
  for (const path of distinct(named)) {
    const changed = oracleCase.withOther(path);
    if (changed === null) continue;
    const { package: other } = await inspect(changed);
    if (other?.platform === 'android' && picturesOf(other) === picturesOf(facts)) missing.push(path);
  }
  return missing.map((path) => `the facts don’t depend on the icon ${path}`);
}

function picturesOf({ iconFilesSha256, launchers }: AndroidFacts): string {
  return JSON.stringify([iconFilesSha256, launchers]);
}

/** Lists the facts in which the inspection differs from a tool. */
function differencesFrom(facts: AndroidFacts, badging: Badging): string[] {
  const own = describeFacts(facts);
  const stated = normalized(badging);
  // Of these the tools state no limit.
  for (const side of [own, stated]) {
    side.impliedPermissions = side.impliedPermissions.map((one) => one.replace(/(_CALL_LOG) \d+$/, '$1'));
  }
  if (isImpliedBySdk23(facts, badging)) stated.impliedPermissions = own.impliedPermissions;
  const differing = (Object.keys(own) as (keyof typeof own)[]).filter(
    (name) => JSON.stringify(own[name]) !== JSON.stringify(stated[name]),
  );
  const texts = differing.map(
    (name) => `${name}: ${JSON.stringify(stated[name])} instead of ${JSON.stringify(own[name])}`,
  );
  const names = namesIn(facts);
  const missing = badging.labels.filter((label) => !names.has(label));
  return missing.length > 0 ? [...texts, `labels: also ${JSON.stringify(missing)}`] : texts;
}

/** The facts that the tools state too, in their terms. */
function describeFacts(facts: AndroidFacts) {
  const listed = (permissions: AndroidFacts['permissions']) =>
    distinct(permissions.map(({ name, maxSdkVersion }) => describePermission(name, maxSdkVersion)));
  const implied = (facts.impliedPermissions ?? []).filter(({ name }) => KNOWN_TO_AAPT.has(name));
  return {
    applicationId: facts.applicationId,
    versionCode: facts.versionCode,
    versionName: facts.versionName,
    split: facts.split ?? '',
    minSdk: facts.minSdk,
    targetSdk: facts.targetSdk,
    maxSdk: facts.maxSdk ?? null,
    debuggable: facts.debuggable,
    testOnly: facts.testOnly,
    permissions: listed(facts.permissions),
    permissionsSdk23: listed(facts.permissionsSdk23 ?? []),
    impliedPermissions: listed(implied),
    features: distinct(
      facts.features.map(({ name, required }) => (required ? name : `${name} not required`)),
    ),
  };
}

/** The implied permissions that the tools know; those of later platforms are Android's alone. */
const KNOWN_TO_AAPT = new Set(
  [
    'WRITE_EXTERNAL_STORAGE',
    'READ_EXTERNAL_STORAGE',
    'READ_PHONE_STATE',
    'READ_CALL_LOG',
    'WRITE_CALL_LOG',
  ].map((name) => `android.permission.${name}`),
);

/** Completes what the tools leave out where it is the default. */
function normalized(badging: Badging): ReturnType<typeof describeFacts> {
  const minSdk = Math.max(1, Number(badging.minSdk || 1));
  const { labels: _, icons: __, ...same } = badging;
  return {
    ...same,
    versionCode: Number(badging.versionCode || 0),
    minSdk,
    targetSdk: badging.targetSdk === '' ? minSdk : Number(badging.targetSdk),
    maxSdk: badging.maxSdk === '' ? null : Number(badging.maxSdk),
  };
}

/**
 * Returns true when the implied permissions differ only because the tools don't look at those of Android 6 and later,
 * which Android does.
 */
function isImpliedBySdk23(facts: AndroidFacts, { impliedPermissions }: Badging): boolean {
  const own = new Set(
    [...(facts.impliedPermissions ?? []), ...(facts.permissionsSdk23 ?? [])].map(({ name }) => name),
  );
  const named = impliedPermissions.map((permission) => permission.split(' ')[0] ?? '');
  return (facts.permissionsSdk23 ?? []).length > 0 && named.every((name) => own.has(name));
}

/** Returns all names that the facts have. */
function namesIn(facts: AndroidFacts): Set<string> {
  const found = new Set<string>();
  const add = (value: unknown): void => {
    if (typeof value === 'string') found.add(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(add);
  };
  for (const [key, value] of Object.entries(facts)) if (/^(label|launcher)/.test(key)) add(value);
  return found;
}
