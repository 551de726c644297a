/** Marketing names of Android's API levels. Source: developer.android.com, uses-sdk element, table of API levels. */
const RELEASES: Readonly<Record<number, string>> = {
  19: '4.4',
  20: '4.4W',
  21: '5.0',
  22: '5.1',
  23: '6.0',
  24: '7.0',
  25: '7.1',
  26: '8.0',
  27: '8.1',
  28: '9',
  29: '10',
  30: '11',
  31: '12',
  32: '12L',
  33: '13',
  34: '14',
  35: '15',
  36: '16',
};

/** Returns an API level with its Android version, such as `Android 14 (API 34)`; unknown levels stay numbers. */
export function androidRelease(apiLevel: number): string {
  const release = RELEASES[apiLevel];
  return release === undefined ? `API ${apiLevel}` : `Android ${release} (API ${apiLevel})`;
}
