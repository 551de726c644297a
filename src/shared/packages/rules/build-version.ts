/**
 * Compares two `CFBundleVersion`s number by number; what is missing counts as 0.
 * @returns below 0 when `a` is lower, above 0 when it is higher, 0 when they are the same
 */
export function compareBuildVersions(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] || 0) - (right[at] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
