import { describe, expect, test } from 'vitest';
import type { TestType } from '#test/support/resource-files.ts';
import {
  at,
  factsOf,
  inspectParts,
  integer,
  type Parts,
  sensitiveChanges,
} from '#test/support/resource-packages.ts';
import { evaluatePackage } from '../evaluate.ts';

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
    const [published, inspection] = await Promise.all([factsOf(plain), inspectParts(named(...types))]);
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
    expect((await inspectParts({ application: { label: framework } })).findings).toMatchObject([
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
    const { facts, findings } = await inspectParts(named({ id: 1, entries: [0] }, ...many));
    expect(findings.map(({ rule }) => rule)).toEqual([]);
    const distinct = many.map((type) => ({ ...type, entries: [2] }));
    const more = await inspectParts(named({ id: 1, config: { sdk: 9_000 }, entries: [0] }, ...distinct));
    expect(more.findings).toMatchObject([{ rule: 'too-much', severity: 'error' }]);
    expect(Object.keys(more.facts?.labelVariants ?? {})).toHaveLength(200);
    expect(facts).not.toBeNull();
  });
});
