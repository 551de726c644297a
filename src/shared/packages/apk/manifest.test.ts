import { describe, expect, test } from 'vitest';
import { binaryXml, resourceTable, type TestElement } from '#test/support/resource-files.ts';
import { FactLimiter } from '../fact-limiter.ts';
import { describeFinding } from '../rules/catalogue.ts';
import { decodeBinaryXml } from './binary-xml.ts';
import { readManifest } from './manifest.ts';
import { ManifestDoubts } from './manifest-doubts.ts';
import { readResourceTable } from './resource-table.ts';

type Attribute = NonNullable<TestElement['attributes']>[number];

const ANDROID = 'http://schemas.android.com/apk/res/android';
const IDS = {
  label: 0x01010001,
  name: 0x01010003,
  permission: 0x01010006,
  sharedUserId: 0x0101000b,
  debuggable: 0x0101000f,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  targetSdkVersion: 0x01010270,
  maxSdkVersion: 0x01010271,
  required: 0x0101028e,
};
const TYPES = { reference: 0x01, float: 0x04, decimal: 0x10, hex: 0x11, flag: 0x12 };
const PACKAGE: Attribute = { name: 'package', value: 'org.example.a' };
/** The resources 0x7f010000 (text "TRUE"), 0x7f010001 (a flag) and 0x7f010002 (a number). */
const table = readResourceTable(
  resourceTable(
    ['TRUE'],
    [{ id: 1, entries: [0, { type: TYPES.flag, data: -1 }, { type: TYPES.decimal, data: 7 }] }],
  ),
);

function android(
  name: keyof typeof IDS,
  value: Attribute['value'],
  more: Partial<Attribute> = {},
): Attribute {
  return { name, id: IDS[name], value, ...more };
}

const number = (data: number, type = TYPES.decimal) => ({ type, data });

function read(children: TestElement[], attributes: Attribute[] = [PACKAGE]) {
  const doubts = new ManifestDoubts();
  const root = decodeBinaryXml(binaryXml({ name: 'manifest', attributes, children }));
  const manifest = readManifest(root, { table, limiter: new FactLimiter(), doubts });
  return { ...manifest, doubts: doubts.findings().map((doubt) => describeFinding(doubt).evidence) };
}

const application = (...attributes: Attribute[]): TestElement => ({ name: 'application', attributes });
const permission = (element: string, ...attributes: Attribute[]): TestElement => ({
  name: element,
  attributes: [android('name', 'android.permission.SEND_SMS'), ...attributes],
});

describe('the package and the split', () => {
  test('are those without a namespace, and another one is an error', () => {
    const other: Attribute = { name: 'package', namespace: ANDROID, value: 'org.example.other' };
    const found = read([], [other, PACKAGE]);
    expect(found.applicationId).toBe('org.example.a');
    expect(found.doubts).toEqual([
      '<manifest package> is given 2 times.',
      `<manifest package> has the namespace "${ANDROID}".`,
    ]);
  });

  test('are what is written, and an error when something else is compiled', () => {
    const found = read([], [{ name: 'package', value: 'org.example.typed', raw: 'org.example.written' }]);
    expect(found.applicationId).toBe('org.example.written');
    expect(found.doubts).toHaveLength(1);
  });

  test('count with a resource ID too', () => {
    const found = read([], [{ name: 'split', id: 0x0101028e, namespace: null, value: 'x' }, PACKAGE]);
    expect(found.split).toBe('x');
    expect(found.doubts).toContain('<manifest split> has a resource ID.');
    const plain = read([], [PACKAGE, { name: 'split', value: 'config.de' }]);
    expect(plain).toMatchObject({ split: 'config.de', doubts: [] });
  });
});

describe('attributes', () => {
  test.each<[string, Attribute[], RegExp]>([
    [
      'are given twice',
      [android('debuggable', number(0, TYPES.flag)), android('debuggable', number(-1, TYPES.flag))],
      /given 2 times/,
    ],
    [
      'have the name without the id',
      [{ name: 'debuggable', namespace: ANDROID, value: number(-1, TYPES.flag) }],
      /has the resource ID of another/,
    ],
    [
      'have the id under another name',
      [android('debuggable', number(-1, TYPES.flag), { name: 'enabled' })],
      /is called "enabled"/,
    ],
    [
      'have the id in another namespace',
      [android('debuggable', number(-1, TYPES.flag), { namespace: 'urn:x' })],
      /in the namespace "urn:x"/,
    ],
    [
      'follow a higher id',
      [android('required', number(0)), android('debuggable', number(-1, TYPES.flag))],
      /higher resource ID/,
    ],
    [
      'are written differently',
      [android('debuggable', number(-1, TYPES.flag), { raw: 'false' })],
      /is written as "false"/,
    ],
    ['have no value', [android('debuggable', { type: 0, data: 0 })], /without a value/],
  ])('that %s are an error', (_, attributes, evidence) => {
    expect(read([application(...attributes)]).doubts).toContainEqual(expect.stringMatching(evidence));
  });

  test('without a name are found by their id', () => {
    expect(read([application(android('debuggable', number(-1, TYPES.flag), { name: '' }))])).toMatchObject({
      debuggable: true,
      doubts: [],
    });
  });

  test('may keep the text that they were compiled from', () => {
    const found = read([
      application(
        android('label', 'Harbour'),
        android('debuggable', number(0, TYPES.flag), { raw: 'false' }),
      ),
      { name: 'uses-sdk', attributes: [android('minSdkVersion', number(0x1e, TYPES.hex), { raw: '0x1e' })] },
    ]);
    expect(found).toMatchObject({ debuggable: false, minSdk: 30, doubts: [] });
  });
});

describe('flags', () => {
  test.each<[string, Attribute['value'], boolean, boolean]>([
    ['compiled', number(-1, TYPES.flag), true, false],
    ['a number', number(2), true, false],
    ['the text "TRUE"', 'TRUE', true, true],
    ['the text "1"', '1', true, true],
    ['the text "True"', 'True', false, true],
    ['a fraction', number(0x3f800000, TYPES.float), false, true],
    ['a reference to a flag', number(0x7f010001, TYPES.reference), true, false],
    ['a reference to text', number(0x7f010000, TYPES.reference), true, true],
    ['a reference to nothing', number(0x7f0100ff, TYPES.reference), false, true],
  ])('%s', (_, value, debuggable, isError) => {
    const found = read([application(android('debuggable', value))]);
    expect([found.debuggable, found.doubts.length > 0]).toEqual([debuggable, isError]);
  });
});

describe('numbers', () => {
  test.each<[string, Attribute['value'], number, boolean]>([
    ['decimal', number(7), 7, false],
    ['hexadecimal', number(7, TYPES.hex), 7, false],
    ['a reference', number(0x7f010002, TYPES.reference), 7, false],
    ['text', '7', 0, true],
    ['negative', number(-1), 0xffffffff, true],
    ['a fraction', number(7, TYPES.float), 0, true],
  ])('%s', (_, value, versionCode, isError) => {
    const found = read([], [android('versionCode', value), PACKAGE]);
    expect([found.versionCode, found.doubts.length > 0]).toEqual([versionCode, isError]);
  });
});

describe('permissions', () => {
  test.each<[string, Attribute['value'], number | undefined, boolean]>([
    ['28', number(28), 28, false],
    ['0, which is no limit', number(0), undefined, false],
    ['text, which is no limit', '22', undefined, true],
    ['-1, which is below every platform', number(-1), -1, true],
    ['a resource, which not every tool follows', number(0x7f010002, TYPES.reference), 7, true],
  ])('up to %s', (_, value, maxSdkVersion, isError) => {
    const found = read([permission('uses-permission', android('maxSdkVersion', value))]);
    expect(found.permissions).toEqual([
      maxSdkVersion === undefined
        ? { name: 'android.permission.SEND_SMS' }
        : { name: 'android.permission.SEND_SMS', maxSdkVersion },
    ]);
    expect(found.doubts.length > 0).toBe(isError);
  });

  test('of Android 6 and later are a list of their own', () => {
    const found = read([
      permission('uses-permission', android('maxSdkVersion', number(22))),
      permission('uses-permission-sdk-23', android('maxSdkVersion', number(28))),
      permission('uses-permission-sdk-m', android('maxSdkVersion', number(30))),
    ]);
    expect(found).toMatchObject({
      permissions: [{ name: 'android.permission.SEND_SMS', maxSdkVersion: 22 }],
      permissionsSdk23: [{ name: 'android.permission.SEND_SMS', maxSdkVersion: 30 }],
      doubts: ['<uses-permission-sdk-m> is a permission only for Android itself.'],
    });
  });

  test('are requested as widely as the widest request', () => {
    const limited = permission('uses-permission', android('maxSdkVersion', number(28)));
    expect(read([limited, permission('uses-permission')]).permissions).toEqual([
      { name: 'android.permission.SEND_SMS' },
    ]);
  });

  test('by reference are an error, because Android ignores them', () => {
    const element = {
      name: 'uses-permission',
      attributes: [android('name', number(0x7f010000, TYPES.reference))],
    };
    expect(read([element])).toMatchObject({ permissions: [{ name: 'TRUE' }], doubts: [expect.any(String)] });
  });
});

describe('elements', () => {
  test.each<[string, TestElement[], RegExp]>([
    [
      'a feature that is required and not required',
      [1, 0].map((isRequired) => ({
        name: 'uses-feature',
        attributes: [
          android('name', 'android.hardware.nfc'),
          android('required', number(isRequired, TYPES.flag)),
        ],
      })),
      /nfc is required and not required/,
    ],
    [
      'a number as a name',
      [{ name: 'uses-feature', attributes: [android('name', number(7))] }],
      /isn’t text\./,
    ],
    ['several applications', [application(), application()], /2 <application>/],
    ['several uses-sdk', [{ name: 'uses-sdk' }, { name: 'uses-sdk' }], /2 <uses-sdk>/],
    ['a manifest in the manifest', [{ name: 'manifest' }], /<manifest> is below <manifest>/],
    [
      'a permission in the application',
      [{ ...application(), children: [permission('uses-permission')] }],
      /below <application>/,
    ],
    ['a namespace', [{ ...permission('uses-permission'), namespace: 'urn:x' }], /has the namespace "urn:x"/],
  ])('%s: an error', (_, children, evidence) => {
    expect(read(children).doubts).toContainEqual(expect.stringMatching(evidence));
  });

  test.each<[string, Attribute['value']]>([
    ['a codename', 'Tiramisu'],
    ['text', '33'],
    ['a negative number', number(-1)],
  ])('an SDK level that is %s: an error', (_, value) => {
    const uses = { name: 'uses-sdk', attributes: [android('minSdkVersion', value)] };
    expect(read([uses]).doubts).not.toEqual([]);
  });

  test.each([
    ['IceCreamSandwich', 14],
    ['KitKat', 19],
    ['Sv2', 32],
    ['Tiramisu.1a2b3c', 33],
    ['Baklava', 36],
  ])('the codename %s is read as the API level %i, and an error', (codename, level) => {
    const uses = { name: 'uses-sdk', attributes: [android('minSdkVersion', codename)] };
    expect(read([uses])).toMatchObject({ minSdk: level, doubts: [expect.stringMatching(/not a number/)] });
  });

  test('an unknown codename is an error of its own', () => {
    const uses = { name: 'uses-sdk', attributes: [android('targetSdkVersion', 'Sundae')] };
    expect(read([uses]).doubts).toContain(
      '<uses-sdk android:targetSdkVersion> names the platform Sundae, which doesn’t exist.',
    );
  });

  test('a target below the minimum is what it says, and an error', () => {
    const uses = {
      name: 'uses-sdk',
      attributes: [android('minSdkVersion', number(21)), android('targetSdkVersion', number(0))],
    };
    expect(read([uses])).toMatchObject({ minSdk: 21, targetSdk: 0, doubts: [expect.any(String)] });
  });
});

describe('special access', () => {
  const filter = (action: string): TestElement => ({
    name: 'intent-filter',
    children: [{ name: 'action', attributes: [android('name', action)] }],
  });
  const service = (attributes: Attribute[], children: TestElement[] = []): TestElement => ({
    ...application(),
    children: [{ name: 'service', attributes: [android('name', '.Watcher'), ...attributes], children }],
  });

  test.each<[string, TestElement]>([
    ['its permission', service([android('permission', 'android.permission.BIND_ACCESSIBILITY_SERVICE')])],
    ['its action', service([], [filter('android.accessibilityservice.AccessibilityService')])],
    [
      'its meta-data',
      service([], [{ name: 'meta-data', attributes: [android('name', 'android.accessibilityservice')] }]),
    ],
    [
      'the permission of the application',
      {
        name: 'application',
        attributes: [android('permission', 'android.permission.BIND_ACCESSIBILITY_SERVICE')],
        children: [{ name: 'service', attributes: [android('name', '.Watcher')] }],
      },
    ],
  ])('is found by %s', (_, element) => {
    expect(read([element]).specialAccess).toEqual([{ kind: 'accessibility', name: '.Watcher' }]);
  });

  test('is not found in other components', () => {
    expect(read([service([], [filter('android.intent.action.VIEW')])]).specialAccess).toEqual([]);
  });
});

test('reads the shared user ID', () => {
  expect(read([], [android('sharedUserId', 'org.example.shared'), PACKAGE]).sharedUserId).toBe(
    'org.example.shared',
  );
  expect(read([]).sharedUserId).toBeNull();
});
