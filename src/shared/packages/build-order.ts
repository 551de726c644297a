import type { PackageFacts } from './facts.ts';
import { BUILD_VERSION, PRERELEASE } from './rules/build-version.ts';

/** The stages before a release, from the first on. */
const STAGES = { d: 1, a: 2, b: 3, f: 4, fc: 4 } as const;
/** Digits of a fraction: one of the stage, three of its number. */
const FRACTION_DIGITS = 4;

/**
 * Returns the numbers that order a package among those of its app: the version code (Android), or those of
 * `CFBundleVersion` (iOS). As text, because they may exceed what a JavaScript number holds exactly. Null for a build
 * version that has no order.
 */
export function buildOrder(facts: PackageFacts): string[] | null {
  return facts.platform === 'android' ? [String(facts.versionCode)] : buildVersionOrder(facts.buildVersion);
}

/**
 * Returns the numbers of a `CFBundleVersion` without zeros at the end, so that 1.4 and 1.4.0 are the same. A version
 * before a release, such as 2.0b1, is a fraction below it: above everything before 2, and below 2. Null for others.
 * @see Apple CoreFoundation, CFVersionNumberFromString in CFBundle.c, for the order of the stages
 */
export function buildVersionOrder(version: string): string[] | null {
  const [, release = version, stage, build = ''] = PRERELEASE.exec(version) ?? [];
  if (!BUILD_VERSION.test(release)) return null;
  const numbers = release.split('.').map((digits) => digits.replace(/^0+(?=\d)/, ''));
  const last = Math.max(
    numbers.findLastIndex((number) => number !== '0'),
    0,
  );
  const order = numbers.slice(0, last + 1);
  if (stage === undefined) return order;
  return order.with(last, fractionBelow(order[last] ?? '0', STAGES[stage as keyof typeof STAGES], build));
}

/** Returns a number between the one before `number` and itself, that grows with the stage and its build. */
function fractionBelow(number: string, stage: number, build: string): string {
  const fraction = `${stage}${build.padStart(FRACTION_DIGITS - 1, '0')}`;
  // Below 0 a larger fraction is a smaller number.
  if (number === '0') return `-0.${10 ** FRACTION_DIGITS - Number(fraction)}`;
  return `${BigInt(number) - 1n}.${fraction}`;
}

/** Compares two of them: above 0 when `a` is the higher, 0 when they are the same. */
export function compareBuildOrders(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [left, right] = [scaled(a[at] ?? '0'), scaled(b[at] ?? '0')];
    if (left !== right) return left > right ? 1 : -1;
  }
  return 0;
}

function scaled(number: string): bigint {
  const [whole = '', fraction = ''] = number.split('.');
  return BigInt(whole + fraction.padEnd(FRACTION_DIGITS, '0'));
}
