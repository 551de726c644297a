import type { SpecialAccessKind } from '../capability-records.ts';
import type { FactLimiter } from '../fact-limiter.ts';
import type { DeepLink } from '../facts.ts';
import type { Permission } from '../implied-permissions.ts';
import { MAX_LISTED } from '../limits.ts';
import { FormatError } from '../problems/format-error.ts';
import { settingsOf, trafficOf } from './app-settings.ts';
import type { XmlElement } from './binary-xml.ts';
import { componentsOf, deepLinksOf, type ReadComponent } from './component-facts.ts';
import { isLauncher, specialAccessOf } from './components.ts';
import { type Launcher, launchersOf, type ShownLauncher, shownBy } from './launchers.ts';
import { type AttributeReader, attributeReader, plainAttribute } from './manifest-attributes.ts';
import type { ManifestDoubts } from './manifest-doubts.ts';
import { checkPlaces } from './manifest-places.ts';
import { valueReader } from './manifest-values.ts';
import { permissionsOf } from './permissions.ts';
import type { ResourceTable } from './resource-table.ts';
import { sdkLevels } from './sdk-levels.ts';
import type { TypedValue } from './typed-value.ts';

/** Characters shown of a name that isn’t as it should be. */
const MAX_SHOWN = 100;

export interface Manifest {
  applicationId: string;
  versionCode: number;
  versionName: string;
  minSdk: number;
  targetSdk: number;
  maxSdk?: number;
  permissions: Permission[];
  permissionsSdk23: Permission[];
  features: { name: string; required: boolean }[];
  debuggable: boolean;
  testOnly: boolean;
  hasInstrumentation: boolean;
  split: string | null;
  requiresSplits: boolean;
  sharedUserId: string | null;
  specialAccess: { kind: SpecialAccessKind; name: string }[];
  deepLinks: DeepLink[];
  components: ReadComponent[];
  /** What the application says about traffic without encryption, and the file with its rules for networks. */
  traffic: ReturnType<typeof trafficOf>;
  settings: ReturnType<typeof settingsOf>;
  /** The name shown in the launcher: the application's, or else its launcher activity's. */
  label: TypedValue | null;
  /** Candidates for the icon, best first. */
  icons: TypedValue[];
  /** The label and pictures of the application, which entries without their own show. */
  shown: ShownLauncher;
  /** The entries in launchers that have a label or an icon of their own. */
  launchers: Launcher[];
}

/** Dependencies of reading a manifest. */
interface ManifestContext {
  /** Resolves references; almost any value may be one. */
  table: ResourceTable;
  /** Records everything that the facts leave out. */
  limiter: FactLimiter;
  /** Records everything that can be read in two ways. */
  doubts: ManifestDoubts;
}

/**
 * Reads the facts that the store needs from a decoded manifest.
 * @throws RangeError when the root is not `manifest` or has no application id
 */
export function readManifest(root: XmlElement, { table, limiter, doubts }: ManifestContext): Manifest {
  if (root.name !== 'manifest') {
    throw new FormatError({ problem: 'rootElement', name: root.name.slice(0, MAX_SHOWN) });
  }
  const applicationId = plainAttribute(root, 'package', doubts);
  if (!applicationId) throw new FormatError({ problem: 'noApplicationId' });
  checkPlaces(root, doubts);
  const read = attributeReader(table, doubts);
  // Android ignores an empty one.
  const split = plainAttribute(root, 'split', doubts) || null;
  const sharedUserId = read.text(root, 'sharedUserId') || null;
  const application = root.children.find(({ name }) => name === 'application') ?? EMPTY;
  const launcher = application.children.find((child) => isLauncher(child, read)) ?? EMPTY;
  const shown = (name: 'label' | 'icon' | 'roundIcon') =>
    [application, launcher].map((element) => read.value(element, name)).filter((value) => value !== null);
  const levels = sdkLevels(root, { read, doubts });
  const components = {
    read,
    values: valueReader(table),
    limiter,
    applicationId,
    targetSdk: levels.targetSdk,
  };
  return {
    applicationId: limiter.text('applicationId', applicationId),
    versionCode: versionCodeOf(root, { read, doubts }),
    versionName: limiter.text('versionName', read.text(root, 'versionName') ?? ''),
    ...levels,
    ...permissionsOf(root, { read, limiter, doubts }),
    features: featuresOf(root, { read, limiter, doubts }),
    debuggable: read.flag(application, 'debuggable'),
    testOnly: read.flag(application, 'testOnly'),
    hasInstrumentation: root.children.some(({ name }) => name === 'instrumentation'),
    split: split === null ? null : limiter.text('split', split),
    requiresSplits: requiresSplits(root, read),
    sharedUserId: sharedUserId === null ? null : limiter.text('sharedUserId', sharedUserId),
    specialAccess: specialAccessOf(application, { read, limiter }),
    deepLinks: deepLinksOf(application, components),
    components: componentsOf(application, components),
    traffic: trafficOf(application, components),
    settings: settingsOf(root, application, components),
    label: shown('label')[0] ?? null,
    icons: [...shown('icon'), ...shown('roundIcon')],
    shown: shownBy(application),
    launchers: launchersOf(application, { read, applicationId }),
  };
}

const EMPTY: XmlElement = {
  name: '',
  namespace: null,
  children: [],
  attributes: () => [],
  text: () => '',
};

/** Returns the 64-bit version code, whose upper half is `versionCodeMajor`. */
function versionCodeOf(
  root: XmlElement,
  { read, doubts }: { read: AttributeReader; doubts: ManifestDoubts },
): number {
  const major = read.integer(root, 'versionCodeMajor') ?? 0;
  const minor = read.integer(root, 'versionCode') ?? 0;
  // Android takes both halves as unsigned, other readers as signed.
  if (major < 0)
    doubts.add({ found: 'negative', place: '<manifest android:versionCodeMajor>', value: major });
  if (minor < 0) doubts.add({ found: 'negative', place: '<manifest android:versionCode>', value: minor });
  const code = (major >>> 0) * 2 ** 32 + (minor >>> 0);
  if (!Number.isSafeInteger(code)) throw new FormatError({ problem: 'versionCode', code });
  return code;
}

interface ListContext {
  read: AttributeReader;
  limiter: FactLimiter;
  doubts: ManifestDoubts;
}

/** Lists each feature once, as required when any element requires it. */
function featuresOf(root: XmlElement, { read, limiter, doubts }: ListContext): Manifest['features'] {
  const mentions = root.children.filter(({ name }) => name === 'uses-feature');
  const features = new Map<string, boolean>();
  for (const element of limiter.list('features', mentions, MAX_LISTED.features)) {
    const text = read.ownText(element, 'name');
    if (!text) continue;
    const name = limiter.text('feature', text);
    const required = read.flag(element, 'required', true);
    if (features.has(name) && features.get(name) !== required) {
      doubts.add({ found: 'feature', name });
    }
    features.set(name, required || features.get(name) === true);
  }
  return [...features].map(([name, required]) => ({ name, required }));
}

/** Returns true when this is the base of a set of split APKs, which cannot be installed on its own. */
function requiresSplits(root: XmlElement, read: AttributeReader): boolean {
  const application = root.children.find(({ name }) => name === 'application') ?? EMPTY;
  const marked = [root, application].some((element) => read.flag(element, 'isSplitRequired'));
  return marked || Boolean(read.text(root, 'requiredSplitTypes'));
}
