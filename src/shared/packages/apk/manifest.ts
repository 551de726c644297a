import type { FactLimiter } from '../fact-limiter.ts';
import { MAX_LISTED } from '../limits.ts';
import type { XmlElement } from './binary-xml.ts';
import { type Launcher, launchersOf, type Shown, shownBy } from './launchers.ts';
import {
  type AttributeReader,
  attributeReader,
  findAttribute,
  plainAttribute,
} from './manifest-attributes.ts';
import type { ResourceTable } from './resource-table.ts';
import { sdkLevels } from './sdk-levels.ts';
import type { TypedValue } from './typed-value.ts';

interface Permission {
  name: string;
  /** The last platform version that the permission is requested on; absent when it is requested on all. */
  maxSdkVersion?: number;
}

export interface Manifest {
  applicationId: string;
  versionCode: number;
  versionName: string;
  minSdk: number;
  targetSdk: number;
  maxSdk?: number;
  permissions: Permission[];
  features: { name: string; required: boolean }[];
  debuggable: boolean;
  testOnly: boolean;
  hasInstrumentation: boolean;
  split: string | null;
  requiresSplits: boolean;
  /** The name shown in the launcher: the application's, or else its launcher activity's. */
  label: TypedValue | null;
  /** Candidates for the icon, best first. */
  icons: TypedValue[];
  /** The label and pictures of the application, which entries without their own show. */
  shown: Shown;
  /** The entries in launchers that have a label or an icon of their own. */
  launchers: Launcher[];
}

/** Dependencies of reading a manifest. */
interface ManifestContext {
  /** Resolves references; almost any value may be one. */
  table: ResourceTable;
  /** Records everything that the facts leave out. */
  limiter: FactLimiter;
}

/**
 * Reads the facts that the store needs from a decoded manifest.
 * @throws RangeError when the root is not `manifest` or has no application id
 */
export function readManifest(root: XmlElement, { table, limiter }: ManifestContext): Manifest {
  if (root.name !== 'manifest') {
    throw new RangeError(`its root element is "${root.name.slice(0, 100)}", not "manifest"`);
  }
  const applicationId = plainAttribute(root, 'package');
  if (!applicationId) throw new RangeError('it has no application ID (the "package" attribute)');
  const read = attributeReader(table);
  const split = plainAttribute(root, 'split');
  const application = root.children.find(({ name }) => name === 'application') ?? EMPTY;
  const launcher = application.children.find((child) => isLauncher(child, read)) ?? EMPTY;
  const shown = (name: 'label' | 'icon' | 'roundIcon') =>
    [application, launcher].map((element) => findAttribute(element, name)).filter((value) => value !== null);
  return {
    applicationId: limiter.text('The application ID', applicationId),
    versionCode: versionCodeOf(root, read),
    versionName: limiter.text('The version name', read.text(root, 'versionName') ?? ''),
    ...sdkLevels(root, read),
    permissions: permissionsOf(root, { read, limiter }),
    features: featuresOf(root, { read, limiter }),
    debuggable: read.flag(application, 'debuggable'),
    testOnly: read.flag(application, 'testOnly'),
    hasInstrumentation: root.children.some(({ name }) => name === 'instrumentation'),
    split: split === null ? null : limiter.text('The split', split),
    requiresSplits: requiresSplits(root, read),
    label: shown('label')[0] ?? null,
    icons: [...shown('icon'), ...shown('roundIcon')],
    shown: shownBy(application),
    launchers: launchersOf(application, { read, applicationId }),
  };
}

const EMPTY: XmlElement = {
  name: '',
  children: [],
  valueById: () => null,
  valueByName: () => null,
  attributes: () => [],
};

function isLauncher(element: XmlElement, read: AttributeReader): boolean {
  if (element.name !== 'activity' && element.name !== 'activity-alias') return false;
  return element.children.some(
    (filter) =>
      filter.name === 'intent-filter' &&
      filter.children.some(
        (child) =>
          child.name === 'category' && read.text(child, 'name') === 'android.intent.category.LAUNCHER',
      ),
  );
}

/** Returns the 64-bit version code, whose upper half is `versionCodeMajor`. */
function versionCodeOf(root: XmlElement, read: AttributeReader): number {
  const major = read.integer(root, 'versionCodeMajor') ?? 0;
  const minor = read.integer(root, 'versionCode') ?? 0;
  const code = major === 0 ? minor : major * 2 ** 32 + (minor >>> 0);
  if (!Number.isSafeInteger(code)) throw new RangeError(`its version code ${code} is too large to increase`);
  return code;
}

interface ListContext {
  read: AttributeReader;
  limiter: FactLimiter;
}

/** Lists each permission once; when it is requested several times, the widest request counts. */
function permissionsOf(root: XmlElement, { read, limiter }: ListContext): Permission[] {
  const requests = root.children.filter(({ name }) => /^uses-permission(-sdk-(23|m))?$/.test(name));
  const widest = new Map<string, number | undefined>();
  for (const element of limiter.list('Permissions', requests, MAX_LISTED.permissions)) {
    const text = read.text(element, 'name');
    if (!text) continue;
    const name = limiter.text('The name of a permission', text);
    const max = read.integer(element, 'maxSdkVersion') ?? undefined;
    const known = widest.has(name) ? (widest.get(name) ?? Infinity) : 0;
    const wider = Math.max(known, max ?? Infinity);
    widest.set(name, wider === Infinity ? undefined : wider);
  }
  return [...widest].map(([name, max]) => (max === undefined ? { name } : { name, maxSdkVersion: max }));
}

/** Lists each feature once, as required when any element requires it. */
function featuresOf(root: XmlElement, { read, limiter }: ListContext): Manifest['features'] {
  const mentions = root.children.filter(({ name }) => name === 'uses-feature');
  const features = new Map<string, boolean>();
  for (const element of limiter.list('Features', mentions, MAX_LISTED.features)) {
    const text = read.text(element, 'name');
    if (!text) continue;
    const name = limiter.text('The name of a feature', text);
    const required = findAttribute(element, 'required') === null || read.flag(element, 'required');
    features.set(name, required || features.get(name) === true);
  }
  return [...features].map(([name, required]) => ({ name, required }));
}

/** Returns true when this is the base of a set of split APKs, which cannot be installed on its own. */
function requiresSplits(root: XmlElement, read: AttributeReader): boolean {
  const application = root.children.find(({ name }) => name === 'application') ?? EMPTY;
  const marked = [root, application].some((element) => read.flag(element, 'isSplitRequired'));
  return marked || Boolean(plainAttribute(root, 'requiredSplitTypes'));
}
