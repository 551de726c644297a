import { expect, test } from 'vitest';
import { fixture, inspectFixture } from '#test/fixtures.ts';
import { bytesSource } from '../byte-source.ts';
import { inspectPackage } from '../inspect.ts';
import { judgePackage } from '../rules.ts';
import { RULE_GROUPS } from './catalogue.ts';

const rules = RULE_GROUPS.flatMap((group) => group.rules);
const ids = rules.map(({ id }) => id);
const STRICT = { minTargetSdk: 99, now: new Date('2090-01-01') };

test('every rule has an id of its own, a title and a fix', () => {
  expect(new Set(ids).size).toBe(ids.length);
  expect(rules.filter(({ title, fix }) => title.length < 10 || fix.length < 20)).toEqual([]);
});

test.each([
  'debuggable.apk',
  'test-only.apk',
  'corrupted.apk',
  'unsigned.apk',
  'v1-only.apk',
  'duplicate-entries.apk',
  'leading-bytes.apk',
  'zip-bomb.apk',
  'harbour.ipa',
])('every finding in %s is of a rule that can be switched off', async (name) => {
  const inspection = await inspectFixture(name);
  const found = judgePackage(inspection, STRICT).map(({ rule }) => rule);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((rule) => !ids.includes(rule))).toEqual([]);
  const modes = Object.fromEntries(ids.map((id) => [id, 'off' as const]));
  expect(judgePackage(inspection, { ...STRICT, modes })).toEqual([]);
});

test('that a package cannot be read is said whatever is switched off', async () => {
  const inspection = await inspectPackage(bytesSource(fixture('truncated.apk')));
  const modes = Object.fromEntries([...ids, 'unreadable'].map((id) => [id, 'off' as const]));
  expect(judgePackage(inspection, { minTargetSdk: 1, modes })).toMatchObject([{ severity: 'error' }]);
});
