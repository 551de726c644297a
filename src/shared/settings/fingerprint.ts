/** Returns a fingerprint in groups of four characters, which people can compare. */
export function groupFingerprint(fingerprint: string): string {
  return fingerprint.replaceAll(/.{4}(?=.)/g, '$& ');
}
