import type { XmlElement } from './binary-xml.ts';
import {
  type AttributeReader,
  attributeReader,
  findAttribute,
  plainAttribute,
} from './manifest-attributes.ts';
import type { ResourceTable } from './resource-table.ts';
import { sdkLevels } from './sdk-levels.ts';
import type { TypedValue } from './typed-value.ts';

/** Android itself defines some hundred of each. */
const MAX_LISTED = 2_000;

interface Permission {
  name: string;
  /** The last platform version that is asked for it; absent when all are. */
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
  /** What the launcher shows: the application's, or else its launcher activity's. */
  label: TypedValue | null;
  /** Where the icon may be, the best first. */
  icons: TypedValue[];
}

/**
 * Reads what the store needs from a decoded manifest.
 * @param table where references lead: nearly every value may be one
 * @throws RangeError when the root is not `manifest` or names no application id
 */
export function readManifest(root: XmlElement, table: ResourceTable): Manifest {
  if (root.name !== 'manifest') throw new RangeError(`its first element is "${root.name}", not "manifest"`);
  const applicationId = plainAttribute(root, 'package');
  if (!applicationId) throw new RangeError('it names no application id (the "package" attribute)');
  const read = attributeReader(table);
  const application = root.children.find(({ name }) => name === 'application') ?? EMPTY;
  const launcher = application.children.find((child) => isLauncher(child, read)) ?? EMPTY;
  const shown = (name: 'label' | 'icon' | 'roundIcon') =>
    [application, launcher].map((element) => findAttribute(element, name)).filter((value) => value !== null);
  return {
    applicationId,
    versionCode: versionCodeOf(root, read),
    versionName: read.text(root, 'versionName') ?? '',
    ...sdkLevels(root, read),
    permissions: permissionsOf(root, read),
    features: featuresOf(root, read),
    debuggable: read.flag(application, 'debuggable'),
    testOnly: read.flag(application, 'testOnly'),
    hasInstrumentation: root.children.some(({ name }) => name === 'instrumentation'),
    split: plainAttribute(root, 'split'),
    requiresSplits: requiresSplits(root, read),
    label: shown('label')[0] ?? null,
    icons: [...shown('icon'), ...shown('roundIcon')],
  };
}

const EMPTY: XmlElement = { name: '', attributes: [], children: [] };

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

/** The 64-bit version code, whose upper half is `versionCodeMajor`. */
function versionCodeOf(root: XmlElement, read: AttributeReader): number {
  const major = read.integer(root, 'versionCodeMajor') ?? 0;
  const minor = read.integer(root, 'versionCode') ?? 0;
  const code = major === 0 ? minor : major * 2 ** 32 + (minor >>> 0);
  if (!Number.isSafeInteger(code))
    throw new RangeError(`its version code ${code} is too large to be counted up`);
  return code;
}

/** Each permission once. Where it is asked for several times, the widest request counts. */
function permissionsOf(root: XmlElement, read: AttributeReader): Permission[] {
  const widest = new Map<string, number | undefined>();
  for (const element of root.children) {
    if (!/^uses-permission(-sdk-(23|m))?$/.test(element.name)) continue;
    const name = read.text(element, 'name');
    if (!name) continue;
    const max = read.integer(element, 'maxSdkVersion') ?? undefined;
    const known = widest.has(name) ? (widest.get(name) ?? Infinity) : 0;
    const wider = Math.max(known, max ?? Infinity);
    widest.set(name, wider === Infinity ? undefined : wider);
  }
  refuseTooMany('permissions', widest.size);
  return [...widest].map(([name, max]) => (max === undefined ? { name } : { name, maxSdkVersion: max }));
}

/** Each feature once, required when any mention of it is. */
function featuresOf(root: XmlElement, read: AttributeReader): Manifest['features'] {
  const features = new Map<string, boolean>();
  for (const element of root.children) {
    const name = element.name === 'uses-feature' ? read.text(element, 'name') : null;
    if (!name) continue;
    const required = findAttribute(element, 'required') === null || read.flag(element, 'required');
    features.set(name, required || features.get(name) === true);
  }
  refuseTooMany('features', features.size);
  return [...features].map(([name, required]) => ({ name, required }));
}

function refuseTooMany(what: string, count: number): void {
  if (count > MAX_LISTED) throw new RangeError(`it lists ${count} ${what}; at most ${MAX_LISTED} are read`);
}

/** Whether this is only the base of a set of split APKs, which does not install by itself. */
function requiresSplits(root: XmlElement, read: AttributeReader): boolean {
  const application = root.children.find(({ name }) => name === 'application') ?? EMPTY;
  const marked = [root, application].some((element) => read.flag(element, 'isSplitRequired'));
  return marked || Boolean(plainAttribute(root, 'requiredSplitTypes'));
}
