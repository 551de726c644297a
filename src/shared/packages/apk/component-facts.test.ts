import { describe, expect, test } from 'vitest';
import type { TestElement } from '#test/support/resource-files.ts';
import {
  at,
  element,
  factsOf,
  flag,
  inspectParts,
  integer,
  launcher,
  type Parts,
} from '#test/support/resource-packages.ts';
import { GREEDY_TORCH, HARMLESS_TORCH } from '#test/support/torch-app.ts';
import { exposedComponents } from '../exposed-components.ts';

const filter = (...children: TestElement[]) => element('intent-filter', {}, children);
const action = (name: string) => element('action', { name });
const view = (...children: TestElement[]) => [
  action('android.intent.action.VIEW'),
  element('category', { name: 'android.intent.category.BROWSABLE' }),
  ...children,
];

async function componentsOf(activities: TestElement[], more: Partial<Parts> = {}) {
  return (await factsOf({ activities, ...more })).components ?? [];
}

describe('a component is open to other apps', () => {
  const targets = { sdk: { minSdkVersion: integer(14), targetSdkVersion: integer(16) } };

  test.each<[string, TestElement, boolean, Partial<Parts>?]>([
    ['if it says so', element('service', { name: '.A', exported: flag(true) }), true],
    [
      'not if it says so',
      element('service', { name: '.A', exported: flag(false) }, [filter(action('x'))]),
      false,
    ],
    ['if it has an intent filter', element('receiver', { name: '.A' }, [filter(action('x'))]), true],
    ['not by default', element('activity', { name: '.A' }), false],
    ['not by default, a provider', element('provider', { name: '.A' }), false],
    ['if it is a provider for Android 4.1', element('provider', { name: '.A' }), true, targets],
    ['not for Android 4.1 if it is no provider', element('service', { name: '.A' }), false, targets],
  ])('%s', async (_, component, exported, more = {}) => {
    const { facts } = await inspectParts({ activities: [component], ...more });
    expect(facts?.components?.map((found) => found.exported ?? false)).toEqual([exported]);
  });

  test('if it is so on some devices', async () => {
    const types = [
      { id: 1, entries: [{ type: 0x12, data: 0 }] },
      { id: 1, config: { sdk: 26 }, entries: [{ type: 0x12, data: 0xffffffff }] },
    ];
    const component = element('service', { name: '.A', exported: at(0) });
    expect(await componentsOf([component], { types })).toMatchObject([{ exported: true }]);
  });
});

test('components have permissions, processes, actions and types, and full names', async () => {
  const application = { permission: 'org.example.a.USE' };
  const components = await componentsOf(
    [
      element('activity', { name: 'Main', taskAffinity: 'com.bank', enabled: flag(false) }),
      element('activity-alias', { name: '.Alias', targetActivity: '.Main', exported: flag(true) }),
      element('service', { name: 'org.other.Play', process: ':play', foregroundServiceType: integer(0x22) }, [
        filter(action('org.example.PLAY')),
      ]),
      element('provider', {
        name: '.Data',
        authorities: 'a.data',
        readPermission: 'a.READ',
        exported: flag(true),
      }),
      element('receiver', { name: '.Open', permission: '', exported: flag(true) }),
    ],
    { application },
  );
  expect(components).toEqual([
    { kind: 'activity-alias', name: 'org.example.a.Alias', target: 'org.example.a.Main', exported: true },
    {
      kind: 'service',
      name: 'org.other.Play',
      exported: true,
      permission: application.permission,
      process: ':play',
      actions: ['org.example.PLAY'],
      foregroundTypes: ['mediaPlayback', 'mediaProjection'],
    },
    {
      kind: 'provider',
      name: 'org.example.a.Data',
      exported: true,
      permission: 'a.READ',
      writePermission: application.permission,
      authorities: 'a.data',
    },
    { kind: 'receiver', name: 'org.example.a.Open', exported: true },
    {
      kind: 'activity',
      name: 'org.example.a.Main',
      disabled: true,
      permission: application.permission,
      taskAffinity: 'com.bank',
    },
  ]);
});

test('exposed are those open to every app, also by a permission that every app gets, but not entries in the launcher', async () => {
  const facts = await factsOf({
    others: [
      element('permission', { name: 'a.NORMAL' }),
      element('permission', { name: 'a.OWN', protectionLevel: integer(0x2) }),
    ],
    activities: [
      launcher('activity', { name: '.Main' }),
      element('service', { name: '.Open', exported: flag(true) }),
      element('service', { name: '.Normal', exported: flag(true), permission: 'a.NORMAL' }),
      element('service', { name: '.Own', exported: flag(true), permission: 'a.OWN' }),
      element('service', { name: '.Inner' }),
      element('provider', { name: '.Writable', exported: flag(true), readPermission: 'a.OWN' }),
    ],
  });
  expect(exposedComponents(facts).map(({ name }) => name)).toEqual([
    'org.example.a.Open',
    'org.example.a.Normal',
    'org.example.a.Writable',
  ]);
  expect(facts.declaredPermissions).toEqual([
    { name: 'a.NORMAL', level: 'normal' },
    { name: 'a.OWN', level: 'signature' },
  ]);
});

test('deep links combine the schemes, hosts and paths of a filter', async () => {
  const { deepLinks } = await factsOf({
    activities: [
      element('activity', { name: '.Main', exported: flag(true) }, [
        element(
          'intent-filter',
          { autoVerify: flag(true) },
          view(
            element('data', { scheme: 'https', host: 'example.org' }),
            element('data', { scheme: 'http', pathPrefix: '/app' }),
          ),
        ),
        filter(...view(element('data', { scheme: 'torch' }))),
        filter(action('android.intent.action.VIEW'), element('data', { scheme: 'inner' })),
      ]),
    ],
  });
  const component = 'org.example.a.Main';
  expect(deepLinks).toEqual([
    { component, link: 'https://example.org/app*', verified: true },
    { component, link: 'http://example.org/app*', verified: true },
    { component, link: 'torch://' },
  ]);
});

test('reads what a manifest says besides its components', async () => {
  const facts = await factsOf({
    others: [
      element('queries', {}, [
        element('package', { name: 'com.bank' }),
        element('provider', { authorities: 'com.bank.data' }),
        element('intent', {}, [action('android.intent.action.SEND'), element('data', { scheme: 'mailto' })]),
      ]),
      element('permission-group', { name: 'a.GROUP' }),
      element('overlay', { targetPackage: 'com.bank' }),
    ],
    application: { allowBackup: flag(false), fullBackupContent: at(0) },
    strings: ['res/xml/backup.xml'],
    types: [{ id: 1, entries: [0] }],
  });
  expect(facts).toMatchObject({
    queries: [
      { kind: 'package', name: 'com.bank' },
      { kind: 'provider', name: 'com.bank.data' },
      { kind: 'intent', name: 'android.intent.action.SEND mailto' },
    ],
    permissionGroups: ['a.GROUP'],
    overlayTarget: 'com.bank',
    backup: { allowed: false, rules: ['res/xml/backup.xml'] },
  });
});

describe('traffic without encryption', () => {
  const networkOf = async (parts: Parts) => (await factsOf(parts)).network;
  const old = { targetSdkVersion: integer(27) };

  test('is allowed by the attribute, or by default for Android 8.1', async () => {
    expect(await networkOf({})).toMatchObject({ cleartext: false });
    expect(await networkOf({ application: { usesCleartextTraffic: flag(true) } })).toMatchObject({
      cleartext: true,
    });
    expect(await networkOf({ sdk: old })).toMatchObject({ cleartext: true });
    expect(await networkOf({ sdk: old, application: { usesCleartextTraffic: flag(false) } })).toMatchObject({
      cleartext: false,
    });
  });

  test('is what the rules for networks say, with domains and certificates of the user', async () => {
    expect(await networkOf(GREEDY_TORCH)).toEqual({
      cleartext: true,
      cleartextDomains: ['torch.example'],
      userCertificates: true,
    });
  });

  test('is as without rules where their file cannot be read', async () => {
    const files = { ...GREEDY_TORCH.files, 'res/xml/network.xml': new Uint8Array(9) };
    expect(await networkOf({ ...GREEDY_TORCH, files })).toEqual({
      cleartext: false,
      cleartextDomains: [],
      userCertificates: false,
    });
  });
});

test('reads the settings in XML that components name', async () => {
  const settings = async (parts: Parts) =>
    ((await factsOf(parts)).components ?? []).flatMap((found) => found.settings ?? []);
  expect(await settings(GREEDY_TORCH)).toEqual(['canRetrieveWindowContent', 'force-lock', 'wipe-data']);
  expect(await settings(HARMLESS_TORCH)).toEqual([]);
});

test('keeps a limited number of components, those open to others first, and says so', async () => {
  const activities = Array.from({ length: 2_600 }, (_, index) => element('service', { name: `.S${index}` }));
  const open = element('service', { name: '.Open', exported: flag(true) });
  const { facts, findings } = await inspectParts({ activities: [...activities, open] });
  expect(facts?.components).toHaveLength(2_500);
  expect(facts?.components?.[0]).toMatchObject({ name: 'org.example.a.Open' });
  expect(findings.map(({ rule }) => rule)).toEqual(['too-much']);
});
