/** Up to three numbers joined by dots, as Apple defines `CFBundleVersion` and `CFBundleShortVersionString`. */
export const BUILD_VERSION = /^\d+(\.\d+){0,2}$/;

/** A version before its release, in Apple's older form: development (`d`), alpha, beta or final candidate (`f`, `fc`). */
export const PRERELEASE = /^(\d+(?:\.\d+){0,2})(d|a|b|f|fc)(\d{1,3})$/;

/**
 * Compares two versions number by number; missing numbers count as 0.
 * @returns below 0 when `a` is lower, above 0 when it is higher, 0 when they are equal
 */
export function comparePlainVersions(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] || 0) - (right[at] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
