import { describe, expect, test } from 'vitest';
import type { TestType } from '#test/support/resource-files.ts';
import {
  apk,
  at,
  factsOf,
  flag,
  inspectParts,
  integer,
  type Parts,
} from '#test/support/resource-packages.ts';
import { bytesSource } from '../byte-source.ts';
import { evaluatePackage } from '../evaluate.ts';
import type { AndroidFacts } from '../facts.ts';
import { inspectPackage } from '../inspect.ts';
import { describeFinding, RULE_GROUPS } from '../rules/catalogue.ts';

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
    const inspection = await inspectParts(parts);
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
    const { findings } = await inspectParts({
      application: { debuggable: at(0) },
      types: both(flag(false), flag(true), { sdk: 31 }),
    });
    expect(findings.map((finding) => describeFinding(finding).evidence)).toEqual([
      'The manifest refers to @0x7f010000, which is false (default), true (v31).',
    ]);
  });

  test('that has more values than are read is an error', async () => {
    const many = Array.from({ length: 700 }, (): TestType => ({ id: 1, entries: [flag(false)] }));
    const { findings } = await inspectParts({
      application: { debuggable: at(0) },
      types: [...many, { id: 1, entries: [flag(true)] }],
    });
    expect(findings).toMatchObject([
      { rule: 'resources', severity: 'error' },
      { rule: 'manifest-ambiguous', severity: 'error' },
    ]);
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
