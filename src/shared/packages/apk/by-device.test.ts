import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { binaryXml, resourceTable, type TestElement, type TestType } from '#test/support/resource-files.ts';
import { bytesSource } from '../byte-source.ts';
import { compareVersions } from '../changes.ts';
import { evaluatePackage } from '../evaluate.ts';
import { type AndroidFacts, packageFactsSchema } from '../facts.ts';
import { inspectPackage } from '../inspect.ts';
import { RULE_GROUPS } from '../rules/catalogue.ts';

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
};
type Name = keyof typeof IDS;
type Value = string | { type: number; data: number };

const at = (entry: number, type = 1) => ({ type: 1, data: 0x7f000000 + (type << 16) + entry });
const integer = (data: number) => ({ type: 0x10, data });
const flag = (value: boolean) => ({ type: 0x12, data: value ? 0xffffffff : 0 });

function element(
  name: string,
  attributes: Partial<Record<Name, Value>>,
  children: TestElement[] = [],
): TestElement {
  const given = Object.entries(attributes) as [Name, Value][];
  // As the build tools write them: Android looks for them in the order of their ids.
  given.sort(([one], [other]) => IDS[one] - IDS[other]);
  return { name, attributes: given.map(([key, value]) => ({ name: key, id: IDS[key], value })), children };
}

function launcher(
  kind: 'activity' | 'activity-alias',
  attributes: Partial<Record<Name, Value>>,
  category = 'LAUNCHER',
  filter: Partial<Record<Name, Value>> = {},
) {
  return element(kind, attributes, [
    element('intent-filter', filter, [
      element('action', { name: 'android.intent.action.MAIN' }),
      element('category', { name: `android.intent.category.${category}` }),
    ]),
  ]);
}

interface Parts {
  manifest?: Partial<Record<Name, Value>>;
  sdk?: Partial<Record<Name, Value>>;
  application?: Partial<Record<Name, Value>>;
  activities?: TestElement[];
  strings?: string[];
  types?: TestType[];
  files?: Record<string, Uint8Array>;
}

function apk(parts: Parts): Uint8Array {
  const {
    manifest = {},
    sdk = {},
    application = {},
    activities = [],
    strings = [],
    types = [],
    files = {},
  } = parts;
  const root = element('manifest', { versionCode: integer(1), versionName: '1.0', ...manifest }, [
    element('uses-sdk', { minSdkVersion: integer(24), targetSdkVersion: integer(35), ...sdk }),
    element('application', application, activities),
  ]);
  root.attributes?.push({ name: 'package', value: 'org.example.a' });
  return zipSync(
    // First, where it is aligned to four bytes, as Android requires.
    { 'resources.arsc': resourceTable(strings, types), 'AndroidManifest.xml': binaryXml(root), ...files },
    { level: 0 },
  );
}

async function inspect(parts: Parts) {
  const inspection = await inspectPackage(bytesSource(apk(parts)));
  const findings = inspection.findings.filter(({ rule }) => !rule.startsWith('signature.'));
  return { ...inspection, findings, facts: inspection.package as AndroidFacts | null };
}

async function factsOf(parts: Parts): Promise<AndroidFacts> {
  const { facts, findings } = await inspect(parts);
  expect(findings).toEqual([]);
  if (!facts) throw new Error('The package has no facts');
  packageFactsSchema.parse(facts);
  return facts;
}

/** Returns the kinds of sensitive changes between two packages. */
async function sensitiveChanges(before: Parts, after: Parts) {
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

describe('a value that decides', () => {
  const both = (
    one: TestType['entries'][0],
    other: TestType['entries'][0],
    config: TestType['config'],
  ): TestType[] => [
    { id: 1, entries: [one] },
    { id: 1, config, entries: [other] },
  ];

  test('is read from a resource that is the same for all devices', async () => {
    const facts = await factsOf({
      manifest: { versionCode: at(0) },
      sdk: { minSdkVersion: at(1), targetSdkVersion: at(2) },
      application: { debuggable: at(3) },
      types: [
        { id: 1, entries: [integer(7), integer(26), integer(34), flag(true)] },
        { id: 1, config: { sdk: 31 }, entries: [null, integer(26), null, flag(true)] },
      ],
    });
    expect(facts).toMatchObject({ versionCode: 7, minSdk: 26, targetSdk: 34, debuggable: true });
  });

  test.each<[string, Parts]>([
    [
      'debuggable from Android 12',
      { application: { debuggable: at(0) }, types: both(flag(false), flag(true), { sdk: 31 }) },
    ],
    [
      'debuggable before Android 12',
      { application: { debuggable: at(0) }, types: both(flag(true), flag(false), { sdk: 31 }) },
    ],
    [
      'debuggable at night',
      { application: { debuggable: at(0) }, types: both(flag(false), flag(true), { night: true }) },
    ],
    [
      'debuggable in one language',
      { application: { debuggable: at(0) }, types: both(flag(false), flag(true), { locale: 'de' }) },
    ],
    [
      'debuggable nowhere else',
      { application: { debuggable: at(0) }, types: [{ id: 1, config: { sdk: 31 }, entries: [flag(true)] }] },
    ],
    [
      'debuggable by two values of one configuration',
      { application: { debuggable: at(0) }, types: both(flag(false), flag(true), {}) },
    ],
    [
      'debuggable through another resource',
      {
        application: { debuggable: at(0, 2) },
        types: [...both(flag(false), flag(true), { density: 640 }), { id: 2, entries: [at(0)] }],
      },
    ],
    [
      'a flag that is text on some devices',
      { application: { debuggable: at(0) }, strings: ['false'], types: both(flag(false), 0, { sdk: 31 }) },
    ],
    [
      'the test mark',
      { application: { testOnly: at(0) }, types: both(flag(false), flag(true), { sdk: 31 }) },
    ],
    [
      'the minimum',
      { sdk: { minSdkVersion: at(0) }, types: both(integer(28), integer(23), { density: 120 }) },
    ],
    ['the target', { sdk: { targetSdkVersion: at(0) }, types: both(integer(35), integer(22), { sdk: 33 }) }],
    [
      'the version code',
      { manifest: { versionCode: at(0) }, types: both(integer(2), integer(9), { locale: 'fr-CA' }) },
    ],
    [
      'the version name',
      { manifest: { versionName: at(0) }, strings: ['1.0', '2.0'], types: both(0, 1, { sdk: 30 }) },
    ],
  ])('that differs by device is an error that can’t be switched off: %s', async (_, parts) => {
    const inspection = await inspect(parts);
    expect(inspection.findings).toMatchObject([{ rule: 'resources-ambiguous', severity: 'error' }]);
    const rules = RULE_GROUPS.flatMap((group) => group.rules.map(({ id }) => id));
    const modes = Object.fromEntries(rules.map((id) => [id, 'off' as const]));
    expect(evaluatePackage(inspection, { minTargetSdk: 1, modes })).toMatchObject([
      { rule: 'resources-ambiguous' },
    ]);
    expect(
      RULE_GROUPS.flatMap((group) => group.rules).find(({ id }) => id === 'resources-ambiguous')
        ?.isAlwaysEnforced,
    ).toBe(true);
  });

  test('names the values in its evidence', async () => {
    const { findings } = await inspect({
      application: { debuggable: at(0) },
      types: both(flag(false), flag(true), { sdk: 31 }),
    });
    expect(findings[0]?.evidence).toBe(
      'The manifest refers to @0x7f010000, which is false (default), true (v31).',
    );
  });

  test('that has more values than are read is an error', async () => {
    const many = Array.from({ length: 700 }, (): TestType => ({ id: 1, entries: [flag(false)] }));
    const { findings } = await inspect({
      application: { debuggable: at(0) },
      types: [...many, { id: 1, entries: [flag(true)] }],
    });
    expect(findings).toMatchObject([
      { rule: 'resources', severity: 'error' },
      { rule: 'manifest-ambiguous', severity: 'error' },
    ]);
  });
});

describe('the name', () => {
  const strings = ['Harbour', 'Hafen', 'Mybank', 'Meine Bank'];
  const named = (...types: TestType[]): Parts => ({ application: { label: at(0) }, strings, types });
  const plain = named({ id: 1, entries: [0] }, { id: 1, config: { locale: 'de' }, entries: [1] });

  test('is the default one and its translations', async () => {
    expect(await factsOf(plain)).toMatchObject({
      label: 'Harbour',
      labels: { de: 'Hafen' },
      labelVariants: {},
      launchers: [],
    });
  });

  test('is listed for each platform version, night and combination of both with a locale', async () => {
    const facts = await factsOf(
      named(
        { id: 1, entries: [0] },
        { id: 1, config: { sdk: 31 }, entries: [2] },
        { id: 1, config: { locale: 'de' }, entries: [1] },
        { id: 1, config: { locale: 'de', night: true }, entries: [3] },
      ),
    );
    expect(facts).toMatchObject({
      label: 'Mybank',
      labels: { de: 'Hafen' },
      labelVariants: { default: 'Harbour', 'de-night': 'Meine Bank' },
    });
  });

  test('leaves out what no supported device shows', async () => {
    const types: TestType[] = [
      { id: 1, entries: [2] },
      { id: 1, config: { sdk: 21 }, entries: [0] },
    ];
    expect(await factsOf(named(...types))).toMatchObject({ label: 'Harbour', labelVariants: {} });
    expect(await factsOf({ ...named(...types), sdk: { minSdkVersion: integer(19) } })).toMatchObject({
      label: 'Harbour',
      labelVariants: { default: 'Mybank' },
    });
  });

  test.each<[string, TestType[], string]>([
    [
      'in one locale',
      [
        { id: 1, entries: [0] },
        { id: 1, config: { locale: 'de' }, entries: [3] },
      ],
      'labels de',
    ],
    [
      'on one platform version',
      [
        { id: 1, entries: [0] },
        { id: 1, config: { sdk: 26 }, entries: [0] },
        { id: 1, config: { locale: 'de' }, entries: [1] },
        { id: 1, config: { locale: 'de', sdk: 26 }, entries: [1] },
        { id: 1, config: { sdk: 34 }, entries: [0] },
        { id: 1, config: { sdk: 30 }, entries: [2] },
      ],
      'labelVariants v30',
    ],
    [
      'at night',
      [
        { id: 1, entries: [0] },
        { id: 1, config: { locale: 'de' }, entries: [1] },
        { id: 1, config: { night: true }, entries: [2] },
      ],
      'labelVariants night',
    ],
    [
      'in one density',
      [
        { id: 1, entries: [0] },
        { id: 1, config: { locale: 'de' }, entries: [1] },
        { id: 1, config: { density: 640 }, entries: [2] },
      ],
      'labelVariants 640dpi',
    ],
  ])('that changes only %s is a changed name', async (_, types, change) => {
    expect(await sensitiveChanges(plain, named(...types))).toEqual([change]);
    const [published, inspection] = await Promise.all([factsOf(plain), inspect(named(...types))]);
    const signature = {
      verified: false,
      schemes: { v1: false, v2: false, v3: false, v31: false },
      signers: [],
      certificates: [],
      lineage: [],
    };
    const previous = {
      published: { package: published, signature },
      versionCode: null,
      buildVersion: null,
      signers: null,
    };
    const found = evaluatePackage({ ...inspection, signature }, { minTargetSdk: 1, previous });
    expect(found.map(({ rule }) => rule)).toEqual(['name-changed']);
  });

  test('that the package doesn’t contain is an error', async () => {
    const framework = { type: 1, data: 0x01040000 };
    expect((await inspect({ application: { label: framework } })).findings).toMatchObject([
      { rule: 'resources-ambiguous' },
    ]);
    const facts = await factsOf(
      named(
        { id: 1, entries: [0] },
        { id: 1, config: { sdk: 30 }, entries: [0] },
        { id: 1, config: { night: true }, entries: [framework] },
      ),
    );
    expect(facts.labelVariants).toEqual({ night: '@0x01040000' });
  });

  test('with more variants than are kept is an error', async () => {
    const many = Array.from(
      { length: 300 },
      (_, index): TestType => ({ id: 1, config: { sdk: 25 + index }, entries: [index % 2] }),
    );
    const { facts, findings } = await inspect(named({ id: 1, entries: [0] }, ...many));
    expect(findings.map(({ rule }) => rule)).toEqual([]);
    const distinct = many.map((type) => ({ ...type, entries: [2] }));
    const more = await inspect(named({ id: 1, config: { sdk: 9_000 }, entries: [0] }, ...distinct));
    expect(more.findings).toMatchObject([{ rule: 'too-much', severity: 'error' }]);
    expect(Object.keys(more.facts?.labelVariants ?? {})).toHaveLength(200);
    expect(facts).not.toBeNull();
  });
});

describe('an entry in the launcher', () => {
  const strings = ['Harbour', 'Mybank', 'Meine Bank', 'res/a.png', 'res/b.png'];
  const files = { 'res/a.png': Uint8Array.of(1), 'res/b.png': Uint8Array.of(2) };
  const types: TestType[] = [
    { id: 1, entries: [0, 1] },
    { id: 1, config: { locale: 'de' }, entries: [null, 2] },
    { id: 2, entries: [3, 4] },
  ];
  const withEntries = (...activities: TestElement[]): Parts => ({
    application: { label: at(0), icon: at(0, 2) },
    activities,
    strings,
    types,
    files,
  });
  const names = { de: 'Meine Bank', default: 'Mybank' };

  test('is left out when it shows what the app does', async () => {
    const same = launcher('activity', { name: '.Main', label: at(0), icon: at(0, 2) });
    expect((await factsOf(withEntries(same, launcher('activity', { name: '.Other' })))).launchers).toEqual(
      [],
    );
  });

  test.each<[string, TestElement[], string]>([
    ['an activity', [launcher('activity', { name: '.Main', label: at(1) })], 'org.example.a.Main'],
    [
      'an activity of a television',
      [launcher('activity', { name: '.Tv', label: at(1) }, 'LEANBACK_LAUNCHER')],
      'org.example.a.Tv',
    ],
    [
      'an alias that is disabled',
      [launcher('activity-alias', { name: 'Alias', label: at(1), enabled: flag(false) })],
      'org.example.a.Alias',
    ],
    [
      'an alias of an activity',
      [
        element('activity', { name: '.Main', label: at(1) }),
        launcher('activity-alias', { name: '.Alias', targetActivity: 'org.example.a.Main' }),
      ],
      'org.example.a.Alias',
    ],
    [
      'an intent filter',
      [launcher('activity', { name: '.Main' }, 'LAUNCHER', { label: at(1) })],
      'org.example.a.Main',
    ],
  ])('with another name is listed with all its names: %s', async (_, activities, name) => {
    const facts = await factsOf(withEntries(...activities));
    expect(facts.label).toBe('Harbour');
    expect(facts.launchers).toEqual([{ name, labels: names, iconFilesSha256: null }]);
  });

  test('with another icon is listed', async () => {
    const facts = await factsOf(withEntries(launcher('activity', { name: '.Main', icon: at(1, 2) })));
    expect(facts.launchers).toEqual([
      { name: 'org.example.a.Main', labels: {}, iconFilesSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  test('is a sensitive change in its name or icon', async () => {
    const before = withEntries(launcher('activity', { name: '.Main' }));
    const label = withEntries(launcher('activity', { name: '.Main', label: at(1) }));
    const icon = withEntries(launcher('activity', { name: '.Main', icon: at(1, 2) }));
    expect(await sensitiveChanges(before, label)).toEqual([
      'launcherLabels org.example.a.Main de',
      'launcherLabels org.example.a.Main default',
    ]);
    expect(await sensitiveChanges(before, icon)).toEqual(['launcherIcons org.example.a.Main']);
    expect(await sensitiveChanges(label, before)).toHaveLength(2);
  });

  test('beyond the limit is an error', async () => {
    const many = Array.from({ length: 101 }, (_, index) =>
      launcher('activity', { name: `.A${index}`, label: at(1) }),
    );
    const { facts, findings } = await inspect(withEntries(...many));
    expect(facts?.launchers).toHaveLength(100);
    expect(findings).toMatchObject([{ rule: 'too-much', severity: 'error' }]);
  });
});

describe('the icon', () => {
  const strings = ['res/a.png', 'res/b.png', 'res/icon.xml', 'res/c.png'];
  const drawable = (reference: Value) =>
    binaryXml(element('adaptive-icon', {}, [element('foreground', { drawable: reference })]));
  const files = {
    'res/a.png': Uint8Array.of(1),
    'res/b.png': Uint8Array.of(2),
    'res/c.png': Uint8Array.of(3),
    'res/icon.xml': drawable(at(1)),
  };
  const withIcon = (...types: TestType[]): Parts => ({ application: { icon: at(0) }, strings, types, files });
  const plain = withIcon({ id: 1, config: { density: 160 }, entries: [0, 1] });

  test('has a digest that doesn’t depend on names and numbers', async () => {
    const moved: Parts = {
      application: { icon: at(5) },
      strings: ['x', 'res/z.png'],
      types: [{ id: 1, config: { density: 160 }, entries: [null, null, null, null, null, 1] }],
      files: { 'res/z.png': Uint8Array.of(1) },
    };
    expect((await factsOf(moved)).iconFilesSha256).toBe((await factsOf(plain)).iconFilesSha256);
  });

  test.each<[string, Parts]>([
    [
      'one platform version',
      withIcon(
        { id: 1, config: { density: 160 }, entries: [0, 1] },
        { id: 1, config: { sdk: 26 }, entries: [1] },
      ),
    ],
    [
      'one density',
      withIcon(
        { id: 1, config: { density: 160 }, entries: [0, 1] },
        { id: 1, config: { density: 640 }, entries: [3] },
      ),
    ],
    ['round icons', { ...plain, application: { icon: at(0), roundIcon: at(1) } }],
  ])('that differs only for %s is a changed icon', async (_, parts) => {
    expect(await sensitiveChanges(plain, parts)).toEqual(['iconFilesSha256']);
  });

  test('that differs only inside of an adaptive icon is a changed icon', async () => {
    const types: TestType[] = [{ id: 1, entries: [2, 1, 3] }];
    const other = { ...withIcon(...types), files: { ...files, 'res/icon.xml': drawable(at(2)) } };
    expect(await sensitiveChanges(withIcon(...types), other)).toEqual(['iconFilesSha256']);
    const coloured = {
      ...withIcon(...types),
      files: { ...files, 'res/icon.xml': drawable({ type: 0x1c, data: 0xff00ff00 }) },
    };
    expect(await sensitiveChanges(withIcon(...types), coloured)).toEqual(['iconFilesSha256']);
    const painted = { ...withIcon(...types), files: { ...files, 'res/b.png': Uint8Array.of(9) } };
    expect(await sensitiveChanges(withIcon(...types), painted)).toEqual(['iconFilesSha256']);
  });

  test('is not compared with a version that was inspected before', async () => {
    const { iconFilesSha256: _, launchers: __, labelVariants: ___, ...old } = await factsOf(plain);
    const signature = {
      verified: false,
      schemes: { v1: false, v2: false, v3: false, v31: false },
      signers: [],
      certificates: [],
      lineage: [],
    };
    expect(packageFactsSchema.parse(old)).toEqual(old);
    expect(
      compareVersions({ package: old, signature }, { package: await factsOf(plain), signature }),
    ).toEqual([]);
  });

  test('with a file that can’t be read is an error', async () => {
    const bytes = Buffer.from(apk(plain));
    const path = bytes.indexOf('res/a.png');
    bytes[path + 'res/a.png'.length] = 7;
    const { findings } = await inspectPackage(bytesSource(bytes));
    expect(findings.filter(({ rule }) => rule === 'icon-files')).toMatchObject([
      { severity: 'error', evidence: expect.stringContaining('res/a.png') },
    ]);
  });

  test('that contains itself has a digest', async () => {
    const circle = { ...withIcon({ id: 1, entries: [2] }), files: { 'res/icon.xml': drawable(at(0)) } };
    expect((await factsOf(circle)).iconFilesSha256).toMatch(/^[0-9a-f]{64}$/);
  });
});

test('the signature is verified from the minimum that a resource gives', async () => {
  const parts = { sdk: { minSdkVersion: at(0) }, types: [{ id: 1, entries: [integer(28)] }] };
  const { facts, findings } = await inspectPackage(bytesSource(apk(parts))).then(
    ({ package: read, findings: all }) => ({ facts: read as AndroidFacts, findings: all }),
  );
  expect(facts.minSdk).toBe(28);
  expect(findings.map(({ rule }) => rule)).toContain('signature.missing');
});
