import { zipSync } from 'fflate';
import { expect } from 'vitest';
import { bytesSource } from '#shared/packages/byte-source.ts';
import { compareVersions } from '#shared/packages/changes.ts';
import { type AndroidFacts, packageFactsSchema } from '#shared/packages/facts.ts';
import { inspectPackage } from '#shared/packages/inspect.ts';
import { solidPng } from './pictures.ts';
import { binaryXml, resourceTable, type TestElement, type TestType } from './resource-files.ts';

/* Makes packages with a manifest and resources of a test's own, and inspects them. */

const IDS = {
  label: 0x01010001,
  icon: 0x01010002,
  name: 0x01010003,
  debuggable: 0x0101000f,
  drawable: 0x01010199,
  targetActivity: 0x01010202,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
  testOnly: 0x01010272,
  roundIcon: 0x0101052c,
  enabled: 0x0101000e,
  permission: 0x01010006,
  readPermission: 0x01010007,
  writePermission: 0x01010008,
  protectionLevel: 0x01010009,
  exported: 0x01010010,
  process: 0x01010011,
  taskAffinity: 0x01010012,
  authorities: 0x01010018,
  targetPackage: 0x01010021,
  resource: 0x01010025,
  scheme: 0x01010027,
  host: 0x01010028,
  pathPrefix: 0x0101002b,
  allowBackup: 0x01010280,
  canRetrieveWindowContent: 0x01010385,
  fullBackupContent: 0x010104eb,
  usesCleartextTraffic: 0x010104ec,
  autoVerify: 0x010104ee,
  networkSecurityConfig: 0x01010527,
  foregroundServiceType: 0x01010599,
  isAccessibilityTool: 0x01010641,
};
type Name = keyof typeof IDS;
export type Value = string | { type: number; data: number };

/** Returns a reference to an entry of the resources of a type. */
export const at = (entry: number, type = 1) => ({ type: 1, data: 0x7f000000 + (type << 16) + entry });
export const integer = (data: number) => ({ type: 0x10, data });
export const flag = (value: boolean) => ({ type: 0x12, data: value ? 0xffffffff : 0 });

/** Returns an element with attributes in the order in which the build tools write them. */
export function element(
  name: string,
  attributes: Partial<Record<Name, Value>>,
  children: TestElement[] = [],
): TestElement {
  const given = Object.entries(attributes) as [Name, Value][];
  // As the build tools write them: Android looks for them in the order of their ids.
  given.sort(([one], [other]) => IDS[one] - IDS[other]);
  return { name, attributes: given.map(([key, value]) => ({ name: key, id: IDS[key], value })), children };
}

/** Returns an activity, or an alias of one, that launchers show. */
export function launcher(
  kind: 'activity' | 'activity-alias',
  attributes: Partial<Record<Name, Value>>,
  { category = 'LAUNCHER', filter = {} }: { category?: string; filter?: Partial<Record<Name, Value>> } = {},
) {
  return element(kind, attributes, [
    element('intent-filter', filter, [
      element('action', { name: 'android.intent.action.MAIN' }),
      element('category', { name: `android.intent.category.${category}` }),
    ]),
  ]);
}

/** The parts of a package that differ from the usual. */
export interface Parts {
  manifest?: Partial<Record<Name, Value>>;
  sdk?: Partial<Record<Name, Value>>;
  application?: Partial<Record<Name, Value>>;
  activities?: TestElement[];
  /** Elements beside the application. */
  others?: TestElement[];
  strings?: string[];
  types?: TestType[];
  files?: Record<string, Uint8Array>;
}

/** Builds the package. */
export function apk(parts: Parts): Uint8Array {
  const {
    manifest = {},
    sdk = {},
    application = {},
    activities = [],
    others = [],
    strings = [],
    types = [],
    files = {},
  } = parts;
  const root = element('manifest', { versionCode: integer(1), versionName: '1.0', ...manifest }, [
    element('uses-sdk', { minSdkVersion: integer(24), targetSdkVersion: integer(35), ...sdk }),
    ...others,
    element('application', application, activities),
  ]);
  root.attributes?.push({ name: 'package', value: 'org.example.a' });
  return zipSync(
    // First, where it is aligned to four bytes, as Android requires.
    { 'resources.arsc': resourceTable(strings, types), 'AndroidManifest.xml': binaryXml(root), ...files },
    { level: 0 },
  );
}

/** Inspects a package, apart from its signature. */
export async function inspectParts(parts: Parts) {
  const inspection = await inspectPackage(bytesSource(apk(parts)));
  const findings = inspection.findings.filter(({ rule }) => !rule.startsWith('signature.'));
  return { ...inspection, findings, facts: inspection.package as AndroidFacts | null };
}

/** Returns the facts of a package, which has to be without findings. */
export async function factsOf(parts: Parts): Promise<AndroidFacts> {
  const { facts, findings } = await inspectParts(parts);
  expect(findings).toEqual([]);
  if (!facts) throw new Error('The package has no facts');
  packageFactsSchema.parse(facts);
  return facts;
}

/** Returns the kinds of sensitive changes between two packages. */
export async function sensitiveChanges(before: Parts, after: Parts) {
  const signature = {
    verified: true,
    schemes: { v1: false, v2: true, v3: false, v31: false },
    signers: [],
    certificates: [],
    lineage: [],
  };
  const [old, now] = await Promise.all([factsOf(before), factsOf(after)]);
  return compareVersions({ package: old, signature }, { package: now, signature })
    .filter(({ sensitive }) => sensitive)
    .map(({ kind, name }) => `${kind} ${name}`.trim());
}

/** An app with an icon of its own for Android 12 and later, and one of an entry in the launcher. */
export const SEVERAL_ICONS: Parts = {
  application: { icon: at(0) },
  activities: [
    launcher('activity', { name: '.Main' }),
    launcher('activity-alias', { name: '.Night', icon: at(1), targetActivity: '.Main' }),
  ],
  strings: ['res/small.png', 'res/large.png', 'res/later.png', 'res/night.png'],
  types: [
    { id: 1, config: { density: 160 }, entries: [0, 3] },
    { id: 1, config: { density: 480 }, entries: [1, null] },
    { id: 1, config: { density: 480, sdk: 31 }, entries: [2, null] },
  ],
  files: {
    'res/small.png': solidPng(48, [0, 120, 120]),
    'res/large.png': solidPng(144, [0, 120, 120]),
    'res/later.png': solidPng(144, [200, 60, 0]),
    'res/night.png': solidPng(48, [20, 20, 60]),
  },
};
