import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AndroidFacts } from '#shared/packages/facts.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import { type Badging, describePermission, distinct, parseBadging } from './badging.ts';
import { makeCase, type OracleCase } from './cases.ts';

const run = promisify(execFile);

/** Inspects a package, as `inspectPackage` does. */
export type Inspect = (bytes: Uint8Array) => Promise<Pick<Inspection, 'package' | 'findings'>>;

/** The result of one case. */
export interface OracleResult {
  readonly oracleCase: OracleCase;
  /** `equal`, `error` when the inspection found one, `unread` when only aapt2 refused it, or `different`. */
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
}

/** Compares the inspection of each seed's package with `aapt2 dump badging`. */
export async function compareWithAapt({
  inspect,
  folder,
  seeds,
  programs,
}: Comparison): Promise<OracleResult[]> {
  const waiting = [...seeds];
  const results: OracleResult[] = [];
  const work = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      results.push(await compareCase(makeCase(seed), { inspect, folder }));
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
  const badging = await readBadging(oracleCase, folder);
  const differences = badging && facts?.platform === 'android' ? differencesOf(facts, badging) : [];
  if (hasError) return { oracleCase, verdict: 'error', differences };
  if (badging === null) return { oracleCase, verdict: 'unread', differences };
  return { oracleCase, verdict: differences.length > 0 ? 'different' : 'equal', differences };
}

/** Returns what aapt2 says; null when it refuses the package. */
async function readBadging({ seed, bytes }: OracleCase, folder: string): Promise<Badging | null> {
  const path = join(folder, `${seed}.apk`);
  await writeFile(path, bytes);
  try {
    const { stdout } = await run('aapt2', ['dump', 'badging', path]);
    return parseBadging(stdout);
  } catch {
    return null;
  } finally {
    await rm(path);
  }
}

/** Lists the facts in which the inspection differs from aapt2. */
function differencesOf(facts: AndroidFacts, badging: Badging): string[] {
  const own = describeFacts(facts);
  const stated = normalized(badging);
  // Of these aapt2 states no limit.
  for (const side of [own, stated]) {
    side.impliedPermissions = side.impliedPermissions.map((one) => one.replace(/(_CALL_LOG) \d+$/, '$1'));
  }
  if (isImpliedBySdk23(facts, badging)) stated.impliedPermissions = own.impliedPermissions;
  const differing = (Object.keys(own) as (keyof typeof own)[]).filter(
    (name) => JSON.stringify(own[name]) !== JSON.stringify(stated[name]),
  );
  const texts = differing.map(
    (name) => `${name}: ${JSON.stringify(own[name])}, aapt2 ${JSON.stringify(stated[name])}`,
  );
  const names = namesIn(facts);
  const missing = badging.labels.filter((label) => !names.has(label));
  return missing.length > 0 ? [...texts, `labels: aapt2 also has ${JSON.stringify(missing)}`] : texts;
}

/** The facts that aapt2 states too, in its terms. */
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

/** The implied permissions that aapt2 knows; those of later platforms are Android's alone. */
const KNOWN_TO_AAPT = new Set(
  [
    'WRITE_EXTERNAL_STORAGE',
    'READ_EXTERNAL_STORAGE',
    'READ_PHONE_STATE',
    'READ_CALL_LOG',
    'WRITE_CALL_LOG',
  ].map((name) => `android.permission.${name}`),
);

/** Completes what aapt2 leaves out where it is the default. */
function normalized(badging: Badging): ReturnType<typeof describeFacts> {
  const minSdk = Math.max(1, Number(badging.minSdk || 1));
  const { labels: _, ...same } = badging;
  return {
    ...same,
    versionCode: Number(badging.versionCode || 0),
    minSdk,
    targetSdk: badging.targetSdk === '' ? minSdk : Number(badging.targetSdk),
    maxSdk: badging.maxSdk === '' ? null : Number(badging.maxSdk),
  };
}

/**
 * Returns true when the implied permissions differ only because aapt2 doesn't look at those of Android 6 and later,
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
