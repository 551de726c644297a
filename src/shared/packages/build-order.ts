import type { PackageFacts } from './facts.ts';
import { BUILD_VERSION } from './rules/build-version.ts';

/**
 * Returns the numbers that order a package among those of its app: the version code (Android), or those of
 * `CFBundleVersion` (iOS) without zeros at the end, so that 1.4 and 1.4.0 are the same. As text, because they may exceed
 * what a JavaScript number holds exactly. Null for a build version that isn't one.
 */
export function buildOrder(facts: PackageFacts): string[] | null {
  if (facts.platform === 'android') return [String(facts.versionCode)];
  if (!BUILD_VERSION.test(facts.buildVersion)) return null;
  const numbers = facts.buildVersion.split('.').map((digits) => digits.replace(/^0+(?=\d)/, ''));
  const last = numbers.findLastIndex((number) => number !== '0');
  return numbers.slice(0, Math.max(last, 0) + 1);
}

/** Compares two of them: above 0 when `a` is the higher, 0 when they are the same. */
export function compareBuildOrders(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [left, right] = [BigInt(a[at] ?? 0), BigInt(b[at] ?? 0)];
    if (left !== right) return left > right ? 1 : -1;
  }
  return 0;
}
