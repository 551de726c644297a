import { type Random, randomFrom } from '../fuzz/random.ts';
import { writeZip } from '../fuzz/zip-writer.ts';
import { binaryXml, resourceTable, type TestElement, type TestType } from '../support/resource-files.ts';
import { damageBytes } from './damage.ts';
import { MUTATIONS } from './mutations.ts';

/** A package with a mutated manifest and resource table. */
export interface OracleCase {
  readonly seed: number;
  /** The mutations that were made, in order. */
  readonly mutations: readonly string[];
  readonly bytes: Buffer;
  /** Returns the same package with another picture in a file; null when there is no such file. */
  withOther(path: string): Buffer | null;
}

/** The parts of a package before they are compiled. Mutations change them. */
export interface Draft {
  root: TestElement;
  encoding: 'utf8' | 'utf16';
  strings: string[];
  types: TestType[];
}

const PERMISSIONS = [
  'INTERNET',
  'CAMERA',
  'SEND_SMS',
  'READ_CONTACTS',
  'WRITE_CONTACTS',
  'READ_CALL_LOG',
  'READ_PHONE_STATE',
  'WRITE_EXTERNAL_STORAGE',
  'READ_EXTERNAL_STORAGE',
  'ACCESS_FINE_LOCATION',
  'BLUETOOTH',
];

/** Makes the package of a seed: a plausible one, with up to three mutations. */
export function makeCase(seed: number): OracleCase {
  const random = randomFrom(seed);
  const draft = makeDraft(random);
  const names = Object.keys(MUTATIONS);
  const chosen = Array.from({ length: random.pick([0, 0, 0, 1, 1, 1, 2, 3]) }, () => random.pick(names));
  for (const name of chosen) MUTATIONS[name]?.(draft, random);
  const compiled = Buffer.from(binaryXml(draft.root, draft.encoding));
  const isDamaged = random.below(5) === 0;
  const { bytes: manifest, what } = isDamaged
    ? damageBytes(compiled, random)
    : { bytes: compiled, what: null };
  const table = Buffer.from(resourceTable(draft.strings, draft.types));
  const bytesWith = (other: string) =>
    writeZip([
      { name: 'AndroidManifest.xml', content: manifest, deflated: true },
      { name: 'resources.arsc', content: table },
      ...PICTURES.map((name) => ({ name, content: Buffer.from(name === other ? 'other' : name) })),
    ]);
  return {
    seed,
    mutations: what === null ? chosen : [...chosen, what],
    bytes: bytesWith(''),
    withOther: (path) => (PICTURES.includes(path) ? bytesWith(path) : null),
  };
}

/** The files of icons. */
const PICTURES = ['res/a.png', 'res/b.png', 'res/c.png'];

/** Framework ids of the attributes in a draft. */
export const IDS = {
  label: 0x01010001,
  icon: 0x01010002,
  name: 0x01010003,
  debuggable: 0x0101000f,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
  maxSdkVersion: 0x01010271,
  testOnly: 0x01010272,
  required: 0x0101028e,
} as const;

type Attribute = NonNullable<TestElement['attributes']>[number];

/** Returns an attribute with its framework id. */
export function android(name: keyof typeof IDS, value: Attribute['value']): Attribute {
  return { name, id: IDS[name], value };
}

const integer = (data: number) => ({ type: 0x10, data });
const flag = (isSet: boolean) => ({ type: 0x12, data: isSet ? 0xffffffff : 0 });
/** Resource ids: 1 are texts, 2 numbers and flags, 3 pictures. */
export const LABEL = 0x7f010000;
export const NUMBER = 0x7f020000;
export const FLAG = 0x7f020001;
export const ICON = 0x7f030000;
/** The strings of resources, of which three are files of pictures, and the last is a name that nothing else has. */
export const FIRST_PICTURE = 5;
export const OTHER_NAME = 8;

function makeDraft(random: Random): Draft {
  const uses: Attribute[] = [];
  if (random.below(5) > 0) uses.push(android('minSdkVersion', integer(random.pick([1, 3, 14, 21, 24, 33]))));
  if (random.below(5) > 0)
    uses.push(android('targetSdkVersion', integer(random.pick([3, 15, 16, 28, 30, 35]))));
  if (random.below(8) === 0) uses.push(android('maxSdkVersion', integer(random.pick([0, 30, 40]))));
  const requests = Array.from({ length: random.below(5) }, () => permission(random));
  const features = Array.from({ length: random.below(3) }, () => feature(random));
  const label = random.below(3) === 0 ? 'Harbour' : { type: 1, data: LABEL };
  const inApplication = [android('label', label)];
  if (random.below(3) === 0) inApplication.push(android('debuggable', flag(random.below(2) === 0)));
  if (random.below(4) === 0) inApplication.push(android('testOnly', flag(random.below(2) === 0)));
  if (random.below(2) === 0) inApplication.splice(1, 0, android('icon', { type: 1, data: ICON }));
  const root: TestElement = {
    name: 'manifest',
    attributes: [
      android('versionCode', integer(random.pick([0, 1, 7, 2_147_483_647]))),
      android('versionName', random.pick(['1.0', '2.0b1', 'ø', '🚢'])),
      { name: 'package', value: 'org.example.harbour' },
      ...(random.below(10) === 0 ? [{ name: 'split', value: random.pick(['', 'config.de']) }] : []),
    ],
    children: [
      ...(uses.length > 0 || random.below(2) ? [{ name: 'uses-sdk', attributes: uses }] : []),
      ...requests,
      ...features,
      { name: 'application', attributes: inApplication, children: [launcher(random)] },
    ],
  };
  return {
    root,
    encoding: random.pick(['utf8', 'utf16']),
    strings: ['Harbour', 'Hafen', 'Porto', 'true', '7', ...PICTURES, 'Mole'],
    types: [
      { id: 1, entries: [0, { type: 1, data: LABEL }], form: random.pick(['plain', 'sparse', 'compact']) },
      { id: 1, config: { locale: 'de' }, entries: [1, null] },
      { id: 1, config: { locale: 'pt-BR' }, entries: [2, null] },
      { id: 2, entries: [integer(7), flag(true)] },
      { id: 3, entries: [FIRST_PICTURE, FIRST_PICTURE + 1] },
    ],
  };
}

function permission(random: Random): TestElement {
  const attributes = [android('name', `android.permission.${random.pick(PERMISSIONS)}`)];
  if (random.below(3) === 0)
    attributes.push(android('maxSdkVersion', integer(random.pick([0, 18, 22, 28, 40]))));
  return { name: random.pick(['uses-permission', 'uses-permission', 'uses-permission-sdk-23']), attributes };
}

function feature(random: Random): TestElement {
  const attributes = [android('name', `android.hardware.${random.pick(['camera', 'nfc', 'gamepad'])}`)];
  if (random.below(2)) attributes.push(android('required', flag(random.below(2) === 0)));
  return { name: 'uses-feature', attributes };
}

function launcher(random: Random): TestElement {
  const named = (name: string, value: string) => ({ name, attributes: [android('name', value)] });
  const label = random.pick([
    [],
    [],
    [android('label', 'Pier')],
    [android('label', { type: 1, data: LABEL })],
  ]);
  const icon = random.pick([[], [], [android('icon', { type: 1, data: ICON + 1 })]]);
  return {
    name: 'activity',
    attributes: [...label, ...icon, android('name', '.MainActivity')],
    children: [
      {
        name: 'intent-filter',
        children: [
          named('action', 'android.intent.action.MAIN'),
          named('category', 'android.intent.category.LAUNCHER'),
        ],
      },
    ],
  };
}
