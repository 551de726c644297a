/** The facts of a package that `aapt dump badging` or `aapt2 dump badging` states, in the terms of the comparison. */
export interface Badging {
  readonly applicationId: string;
  readonly versionCode: string;
  readonly versionName: string;
  readonly split: string;
  readonly minSdk: string;
  readonly targetSdk: string;
  readonly maxSdk: string;
  readonly debuggable: boolean;
  readonly testOnly: boolean;
  /** Each with its last platform version, such as `android.permission.CAMERA 28`, in alphabetical order. */
  readonly permissions: string[];
  readonly permissionsSdk23: string[];
  readonly impliedPermissions: string[];
  readonly features: string[];
  readonly labels: string[];
  /** The files of all pictures. */
  readonly icons: string[];
}

type Line = readonly [kind: string, rest: string];

/** Reads the output of `aapt dump badging` or `aapt2 dump badging`. */
export function parseBadging(text: string): Badging {
  const lines = text.split('\n').map((line): Line => {
    const at = line.indexOf(':');
    return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1)];
  });
  const of = (kind: string) => lines.filter(([name]) => name === kind).map(([, rest]) => rest);
  const first = (kind: string) => quoted(of(kind)[0] ?? '');
  const named = (kind: string) => of(kind).map((rest) => field(rest, 'name'));
  const [head = ''] = of('package');
  // They are among the requested ones, too.
  const implied = widest(of('uses-implied-permission'));
  const labels = lines.filter(([kind]) => kind.startsWith('application-label'));
  const icons = lines.filter(([kind]) => kind.startsWith('application-icon'));
  const launchers = [...of('launchable-activity'), ...of('leanback-launchable-activity')];
  return {
    applicationId: field(head, 'name'),
    versionCode: field(head, 'versionCode'),
    versionName: field(head, 'versionName'),
    split: field(head, 'split'),
    minSdk: first('sdkVersion'),
    targetSdk: first('targetSdkVersion'),
    maxSdk: first('maxSdkVersion'),
    debuggable: of('application-debuggable').length > 0,
    testOnly: /^testOnly='(?!0')/m.test(text),
    permissions: widest(of('uses-permission')).filter((one) => !implied.includes(one)),
    permissionsSdk23: widest(of('uses-permission-sdk-23')),
    impliedPermissions: implied,
    features: distinct([
      ...named('uses-feature').filter((name) => !named('uses-implied-feature').includes(name)),
      ...named('uses-feature-not-required')
        .filter((name) => name !== '')
        .map((name) => `${name} not required`),
    ]),
    labels: distinct([
      ...labels.map(([, rest]) => quoted(rest)),
      ...launchers.map((rest) => field(rest, 'label')),
    ]),
    icons: distinct([
      ...icons.map(([, rest]) => quoted(rest)),
      ...[...of('application'), ...launchers].map((rest) => field(rest, 'icon')),
    ]),
  };
}

/** Returns each permission once, with the widest limit of its lines. */
function widest(lines: readonly string[]): string[] {
  const limits = new Map<string, number>();
  for (const line of lines) {
    const name = field(line, 'name');
    if (name === '') continue;
    const limit = Number(field(line, 'maxSdkVersion')) || Infinity;
    limits.set(name, Math.max(limits.get(name) ?? -Infinity, limit));
  }
  return distinct(
    [...limits].map(([name, limit]) => describePermission(name, limit === Infinity ? undefined : limit)),
  );
}

/** Returns a permission with its last platform version, of which 0 means none. */
export function describePermission(name: string, maxSdkVersion: number | undefined): string {
  return maxSdkVersion ? `${name} ${maxSdkVersion}` : name;
}

function field(text: string, name: string): string {
  return new RegExp(`(?:^|\\s)${name}='([^']*)'`).exec(text)?.[1] ?? '';
}

function quoted(text: string): string {
  return /^'(.*)'$/.exec(text.trim())?.[1] ?? '';
}

/** Returns the values without empty ones, each once, in alphabetical order. */
export function distinct(values: readonly string[]): string[] {
  return [...new Set(values.filter((value) => value.trim() !== ''))].sort();
}
