import { expect, test } from 'vitest';
import { inspectFixture, readFixture } from '#test/support/fixtures.ts';
import { speakGerman } from '#test/support/speak-german.ts';
import { bytesSource } from '../byte-source.ts';
import { evaluatePackage } from '../evaluate.ts';
import { inspectPackage } from '../inspect.ts';
import { describeFinding, OBSTACLE_RULES, RULE_GROUPS } from './catalogue.ts';
import { describeOmissions } from './omissions.ts';

const rules = RULE_GROUPS.flatMap((group) => group.rules);
const ids = rules.map(({ id }) => id);
const STRICT = { minTargetSdk: 99, now: new Date('2090-01-01') };

test('every rule has a unique id, a title and a fix', () => {
  expect(new Set(ids).size).toBe(ids.length);
  expect(rules.filter(({ title, fix }) => title.length < 10 || fix.length < 20)).toEqual([]);
});

test('the texts of every rule are written in the language of the page', () => {
  const all = [...rules, ...OBSTACLE_RULES];
  const read = () =>
    all.map(({ id, title, fix, fixes = {} }) => ({ id, texts: [title, fix, ...Object.values(fixes)] }));
  const english = read();
  speakGerman();
  const untranslated = read().flatMap(({ id, texts }, at) =>
    texts.filter((text, index) => text === english[at]?.texts[index]).map((text) => `${id}: ${text}`),
  );
  expect(untranslated).toEqual([]);
});

test('the names of facts in evidence are written in the language of the page', () => {
  speakGerman();
  const values = { facts: ['permissions'], sizes: ['1001'], kept: ['1000'], more: 0 };
  expect(describeOmissions(values)).toBe('Berechtigungen: 1.001; nur 1.000 bleiben erhalten.');
});

test.each(['debuggable.apk', 'test-only.apk', 'corrupted.apk', 'unsigned.apk', 'v1-only.apk', 'harbour.ipa'])(
  'every finding in %s belongs to a rule that can be switched off',
  async (name) => {
    const inspection = await inspectFixture(name);
    const found = evaluatePackage(inspection, STRICT).map(({ rule }) => rule);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((rule) => !ids.includes(rule))).toEqual([]);
    const modes = Object.fromEntries(ids.map((id) => [id, 'off' as const]));
    expect(evaluatePackage(inspection, { ...STRICT, modes })).toEqual([]);
  },
);

test.each(['duplicate-entries.apk', 'leading-bytes.apk', 'zip-bomb.apk'])(
  'the rules about the ZIP of %s are in the catalogue and always enforced',
  async (name) => {
    const inspection = await inspectFixture(name);
    const modes = Object.fromEntries(ids.map((id) => [id, 'off' as const]));
    const found = evaluatePackage(inspection, { ...STRICT, modes });
    expect(found).toMatchObject([{ severity: 'error' }]);
    expect(rules.find(({ id }) => id === found[0]?.rule)?.isAlwaysEnforced).toBe(true);
  },
);

test('reports an unreadable package even when every rule is off', async () => {
  const inspection = await inspectPackage(bytesSource(readFixture('truncated.apk')));
  const modes = Object.fromEntries([...ids, 'unreadable'].map((id) => [id, 'off' as const]));
  expect(evaluatePackage(inspection, { minTargetSdk: 1, modes })).toMatchObject([{ severity: 'error' }]);
});

test('a finding whose values another release kept has its title and fix, without evidence', () => {
  const found = describeFinding({ rule: 'unreadable', severity: 'error', values: { found: 'apks' } });
  expect(found).toMatchObject({ title: 'The file isn’t a readable package', evidence: '' });
  expect(found.fix).toContain('Upload one APK');
});
