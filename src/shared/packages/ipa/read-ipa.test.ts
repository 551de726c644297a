import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import { bytesSource } from '../byte-source.ts';
import { evaluatePackage } from '../evaluate.ts';
import type { IosFacts } from '../facts.ts';
import { inspectPackage } from '../inspect.ts';
import { describeFinding, RULE_GROUPS } from '../rules/catalogue.ts';

const APP = 'Payload/Harbour.app/';
const INFO = {
  CFBundleIdentifier: 'org.example.harbour',
  CFBundleDisplayName: 'Harbour',
  CFBundleExecutable: 'Harbour',
  CFBundleShortVersionString: '1.0',
  CFBundleVersion: '1',
  MinimumOSVersion: '15.0',
};

const key = (name: string, value: string) => `<key>${name}</key>${value}`;
const text = (name: string, value: string) => key(name, `<string>${value}</string>`);
const plist = (inside: string) => strToU8(`<plist version="1.0"><dict>${inside}</dict></plist>`);

/** Returns an Info.plist: the usual texts, some of them replaced or left out, and more. */
function info(more = '', replaced: Readonly<Record<string, string | null>> = {}): Uint8Array {
  const texts = Object.entries({ ...INFO, ...replaced }).flatMap(([name, value]) =>
    value === null ? [] : [text(name, value)],
  );
  return plist(texts.join('') + more);
}

const executable = unzipSync(readFixture('harbour.ipa'))[`${APP}Harbour`] as Uint8Array;

/** Inspects an app of these files, with every rule that can be switched off switched off. */
async function inspect(files: Zippable) {
  const bytes = zipSync({ [`${APP}Harbour`]: executable, ...files });
  const inspection = await inspectPackage(bytesSource(bytes));
  const ids = RULE_GROUPS.flatMap(({ rules }) => rules.map(({ id }) => id));
  const modes = Object.fromEntries(ids.map((id) => [id, 'off' as const]));
  const findings = evaluatePackage(inspection, { minTargetSdk: 1, modes });
  return {
    facts: inspection.package as IosFacts | null,
    rules: findings.map(({ rule, severity }) => `${severity} ${rule}`),
    evidence: findings.map((finding) => describeFinding(finding).evidence).join('\n'),
  };
}

const inApp = (files: Zippable): Zippable =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${APP}${path}`, content]));

test('an app that can be read in one way has no finding that can’t be switched off', async () => {
  expect(await inspect(inApp({ 'Info.plist': info() }))).toMatchObject({ rules: [], evidence: '' });
});

/** A binary property list whose dictionary has the key `a` twice, with the values `b` and `c`. */
const objects = [0xd2, 1, 1, 2, 3, 0x51, 0x61, 0x51, 0x62, 0x51, 0x63];
const offsets = [8, 13, 15, 17];
const trailer = [0, 0, 0, 0, 0, 0, 1, 1, ...[4, 0, 19].flatMap((last) => [0, 0, 0, 0, 0, 0, 0, last])];
const binaryTwice = new Uint8Array([...strToU8('bplist00'), ...objects, ...offsets, ...trailer]);

const link: Zippable[string] = [strToU8('Other.plist'), { os: 3, attrs: (0o120777 << 16) >>> 0 }];

describe('what can be read in two ways is an error that can’t be switched off:', () => {
  test.each<[string, Zippable, string]>([
    [
      'a second app',
      { ...inApp({ 'Info.plist': info() }), 'Payload/Other.app/Info.plist': info() },
      'several apps in Payload, and only one can be installed: "Payload/Harbour.app", "Payload/Other.app"',
    ],
    [
      'a second app without Info.plist',
      { ...inApp({ 'Info.plist': info() }), 'Payload/A.app/x': strToU8('x') },
      '"Payload/A.app"',
    ],
    [
      'an indirect path',
      { ...inApp({ 'Info.plist': info() }), 'Payload/./Harbour.app/Info.plist': info() },
      'lead to a place that has another path: "Payload/./Harbour.app/Info.plist"',
    ],
    [
      'a path that differs by case',
      inApp({ 'Info.plist': info(), 'info.plist': info() }),
      'differ only by case, or in how letters are composed: "Payload/Harbour.app/info.plist"',
    ],
    ['a link', inApp({ 'Info.plist': link }), 'Payload/Harbour.app/Info.plist is a link to another file'],
    [
      'a folder that is a link',
      inApp({ 'Info.plist': info(), 'de.lproj': link, 'de.lproj/InfoPlist.strings': strToU8('') }),
      'folders are links to other files: "Payload/Harbour.app/de.lproj/"',
    ],
    [
      'a duplicate key',
      inApp({ 'Info.plist': info(text('CFBundleIdentifier', 'org.example.other')) }),
      'Info.plist: the key "CFBundleIdentifier" occurs twice',
    ],
    ['a duplicate binary key', inApp({ 'Info.plist': binaryTwice }), 'Info.plist: the key "a" occurs twice'],
    [
      'a duplicate key of an extension',
      inApp({ 'Info.plist': info(), 'PlugIns/A.appex/Info.plist': info(text('CFBundleVersion', '2')) }),
      'PlugIns/A.appex/Info.plist: the key "CFBundleVersion" occurs twice',
    ],
    [
      'two property lists',
      inApp({ 'Info.plist': strToU8(`<plist><dict>${text('a', 'b')}</dict><dict/></plist>`) }),
      'Info.plist: it contains several values',
    ],
    [
      'a comment that some programs end earlier',
      inApp({ 'Info.plist': info('<!---><!-->' + text('a', 'b') + '<!-- -->') }),
      'Info.plist: a comment ends in different places',
    ],
    [
      'another identifier on the iPad',
      inApp({ 'Info.plist': info(text('CFBundleIdentifier~ipad', 'org.example.other')) }),
      'CFBundleIdentifier~ipad differs from CFBundleIdentifier',
    ],
    [
      'another name on the iPhone',
      inApp({ 'Info.plist': info(text('CFBundleDisplayName-iphoneos~iphone', 'Haven')) }),
      'CFBundleDisplayName-iphoneos~iphone differs from CFBundleDisplayName',
    ],
    [
      'a version that only the iPhone has',
      inApp({ 'Info.plist': info(text('CFBundleVersion~iphone', '2'), { CFBundleVersion: null }) }),
      'CFBundleVersion~iphone differs from CFBundleVersion',
    ],
    [
      'a build version that is a number',
      inApp({
        'Info.plist': info(key('CFBundleVersion', '<integer>7</integer>'), { CFBundleVersion: null }),
      }),
      'Info.plist: CFBundleVersion is the number 7, but has to be a text',
    ],
    [
      'a version that is true',
      inApp({
        'Info.plist': info(key('CFBundleShortVersionString', '<true/>'), {
          CFBundleShortVersionString: null,
        }),
      }),
      'CFBundleShortVersionString is the Boolean true',
    ],
    [
      'two names in a language',
      inApp({
        'Info.plist': info(),
        'en.lproj/InfoPlist.strings': strToU8('CFBundleDisplayName = "Harbour";'),
        'English.lproj/InfoPlist.strings': strToU8('CFBundleDisplayName = "Bank";'),
      }),
      'There are two names in en',
    ],
    [
      'two names in a language, of which the table of all languages has one',
      inApp({
        'Info.plist': info(),
        'InfoPlist.loctable': plist(key('en', `<dict>${text('CFBundleDisplayName', 'Bank')}</dict>`)),
        'English.lproj/InfoPlist.strings': strToU8('CFBundleDisplayName = "Harbour";'),
      }),
      'There are two names in en',
    ],
    [
      'two texts of a name',
      inApp({
        'Info.plist': info(),
        'de.lproj/InfoPlist.strings': strToU8('CFBundleDisplayName = "Hafen"; CFBundleDisplayName = "Bank";'),
      }),
      'the key "CFBundleDisplayName" occurs twice',
    ],
  ])('%s', async (_, files, evidence) => {
    const inspected = await inspect(files);
    expect(inspected.evidence).toContain(evidence);
    expect(new Set(inspected.rules)).toEqual(new Set(['error ipa-ambiguous']));
  });

  test('but the same value for some devices, and other icons, are fine', async () => {
    const more =
      text('CFBundleName~ipad', 'H') + text('CFBundleName', 'H') + key('CFBundleIcons~ipad', '<dict/>');
    expect(await inspect(inApp({ 'Info.plist': info(more) }))).toMatchObject({ rules: [], evidence: '' });
  });
});

test('reads names from the table of all languages', async () => {
  const names = (name: string) =>
    `<dict>${text('CFBundleDisplayName', name)}${text('NSCameraUsageDescription', 'x')}</dict>`;
  const table = plist(
    [
      key('de', names('Hafen')),
      key('pt_BR', names('Porto')),
      key('fr', `<dict>${text('CFBundleName', 'Port')}</dict>`),
      key('ja', '<dict/>'),
      key('LocProvenance', `<dict>${text('CFBundleDisplayName', 'de.lproj')}</dict>`),
    ].join(''),
  );
  const { facts, rules } = await inspect(inApp({ 'Info.plist': info(), 'InfoPlist.loctable': table }));
  expect(rules).toEqual([]);
  expect(facts?.labels).toEqual({ de: 'Hafen', fr: 'Port', 'pt-BR': 'Porto' });
});

test('reports a table of all languages that can’t be read', async () => {
  const table = strToU8('<plist><dict><key>de');
  const { facts, rules } = await inspect(inApp({ 'Info.plist': info(), 'InfoPlist.loctable': table }));
  expect(rules).toEqual(['error plist']);
  expect(facts?.labels).toEqual({});
});

test('lists watch apps, App Clips and their extensions with what they ask for', async () => {
  const bundle = (id: string, more = '') => info(more, { CFBundleIdentifier: id });
  const { facts } = await inspect(
    inApp({
      'Info.plist': info(),
      'Watch/W.app/Info.plist': bundle(
        'org.example.harbour.watch',
        text('NSMotionUsageDescription', 'Steps.'),
      ),
      'Watch/W.app/PlugIns/E.appex/Info.plist': bundle('org.example.harbour.watch.widget'),
      'AppClips/C.app/Info.plist': bundle(
        'org.example.harbour.Clip',
        text('NSCameraUsageDescription', 'Codes.'),
      ),
      'PlugIns/P.appex/Info.plist': bundle('org.example.harbour.share'),
    }),
  );
  expect(facts?.extensions.map(({ applicationId, kind }) => [applicationId, kind])).toEqual([
    ['org.example.harbour.share', undefined],
    ['org.example.harbour.Clip', 'appClip'],
    ['org.example.harbour.watch.widget', undefined],
    ['org.example.harbour.watch', 'watchApp'],
  ]);
  expect(facts?.extensionUsageTexts).toEqual({
    NSMotionUsageDescription: 'Steps.',
    NSCameraUsageDescription: 'Codes.',
  });
});

test('lists the usage texts that AltStore wants in a source', async () => {
  const purposes = `<dict>${text('Berth', 'To find a berth.')}${text('Buoy', 'To find a buoy.')}</dict>`;
  const more = [
    text('NFCReaderUsageDescription', 'To read tags.'),
    key('NSLocationTemporaryUsageDescriptionDictionary', purposes),
    text('NSCameraUsageDescription~ipad', 'For codes.'),
    key('NSMicrophoneUsageDescription', '<integer>1</integer>'),
    text('UsageDescription', 'No permission.'),
  ];
  const { facts } = await inspect(inApp({ 'Info.plist': info(more.join('')) }));
  expect(facts?.usageTexts).toEqual({
    NFCReaderUsageDescription: 'To read tags.',
    NSLocationTemporaryUsageDescriptionDictionary: 'To find a berth.\nTo find a buoy.',
    'NSCameraUsageDescription~ipad': 'For codes.',
    NSCameraUsageDescription: 'For codes.',
    NSMicrophoneUsageDescription: '',
  });
});

test('reads the names of languages in folders with old names', async () => {
  const named = (name: string) => strToU8(`CFBundleDisplayName = "${name}";`);
  const { facts } = await inspect(
    inApp({
      'Info.plist': info(),
      ...Object.fromEntries(
        ['English', 'French', 'German', 'Japanese', 'Dutch', 'Italian', 'Spanish', 'pt_BR', 'zh-Hans'].map(
          (folder) => [`${folder}.lproj/InfoPlist.strings`, named(folder)],
        ),
      ),
    }),
  );
  expect(facts?.labels).toEqual({
    de: 'German',
    en: 'English',
    es: 'Spanish',
    fr: 'French',
    it: 'Italian',
    ja: 'Japanese',
    nl: 'Dutch',
    'pt-BR': 'pt_BR',
    'zh-Hans': 'zh-Hans',
  });
});

describe('an archive that isn’t a readable ZIP, and has a nested Payload,', () => {
  /** Sets flags in both headers of every file, as tools do that announce data descriptors and write none. */
  function withFlags(zip: Uint8Array, flags: number): Uint8Array {
    const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
    for (let at = 0; at + 4 <= zip.length; at++) {
      const kind = view.getUint32(at, true);
      if (kind === 0x04034b50) view.setUint16(at + 6, flags, true);
      if (kind === 0x02014b50) view.setUint16(at + 8, flags, true);
    }
    return zip;
  }

  test.each([0x0008, 0x0808])('is rejected for both with the flags %i', async (flags) => {
    const zip = withFlags(zipSync({ 'Harbour/Payload/Harbour.app/Info.plist': info() }), flags);
    const { findings } = await inspectPackage(bytesSource(zip));
    expect(findings).toMatchObject([
      { rule: 'zip-header', values: { found: 'descriptor' } },
      { rule: 'unreadable', values: { found: 'folder', folder: 'Harbour/' } },
    ]);
  });

  test('is rejected for that alone when the ZIP is fine', async () => {
    const zip = zipSync({ 'Harbour/Payload/Harbour.app/Info.plist': info() });
    const { findings } = await inspectPackage(bytesSource(zip));
    expect(findings).toMatchObject([{ rule: 'unreadable', values: { found: 'folder', folder: 'Harbour/' } }]);
  });
});
