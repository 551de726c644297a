import { expect, test } from 'vitest';
import type { Platform } from '#shared/packages/platform.ts';
import type { Release } from '#shared/releases/release.ts';
import { describeHalt } from './halt-effects.ts';

type Facts = Pick<Release, 'versionId' | 'versionName' | 'versionCode' | 'track' | 'percentage' | 'status'>;

const releaseOf = (code: number, rest: Partial<Facts> = {}): Facts => ({
  versionId: `v${code}`,
  versionName: `1.${code}`,
  versionCode: code,
  track: 'stable',
  percentage: 100,
  status: 'complete',
  ...rest,
});
const rollout = releaseOf(3, { percentage: 20, status: 'rollingOut' });
const describe = (others: readonly Facts[], platform: Platform = 'android', halted = rollout) =>
  Object.fromEntries(
    describeHalt(halted, { available: others, platform }).map(({ client, sentence }) => [client, sentence]),
  );

test('each kind of client gives the version before the halted one, and nobody loses what they have', () => {
  expect(describe([rollout, releaseOf(2), releaseOf(1)])).toEqual({
    'F-Droid clients': 'Devices that have 1.3 (3) keep it. All others and new installs get 1.2 (2).',
    'Clients that send a device ID':
      'All devices and new installs are given 1.2 (2). Those that have 1.3 (3) keep it, because Android doesn’t install a lower version code.',
    'The store’s page': 'Shows 1.2 (2), as before.',
  });
});

test('clients of iOS are AltStore and those like it, which may install an earlier version', () => {
  const effects = describe([rollout, releaseOf(2)], 'ios');
  expect(effects).toMatchObject({
    'AltStore clients':
      'People who have 1.3 (3) keep it, unless they install the earlier version. All others and new installs get 1.2 (2).',
  });
  expect(JSON.stringify(effects)).not.toMatch(/Android|F-Droid/);
});

test('a first version leaves nothing for new installs', () => {
  expect(describe([rollout])).toEqual({
    'F-Droid clients': 'Devices that have 1.3 (3) keep it. All others and new installs get no version.',
    'Clients that send a device ID':
      'All devices and new installs are given no version. Those that have 1.3 (3) keep it.',
    'The store’s page': 'Shows no version, as before.',
  });
});

test('names every version that some devices get, and only what is released to them', () => {
  const others = [
    releaseOf(5, { status: 'halted' }),
    releaseOf(4, { track: 'beta' }),
    rollout,
    releaseOf(2, { percentage: 50, status: 'rollingOut' }),
    releaseOf(1),
  ];
  expect(describe(others)['F-Droid clients']).toMatch(/get 1\.2 \(2\) or 1\.1 \(1\)\.$/);
  expect(describe(others)['The store’s page']).toBe('Shows 1.1 (1), as before.');
  expect(describe(others.slice(0, -1))['F-Droid clients']).toMatch(/get 1\.2 \(2\) or no version\.$/);
});

test('testers of a halted beta get what is released to testers', () => {
  const beta = releaseOf(3, { track: 'beta' });
  const others = [beta, releaseOf(2, { track: 'beta' }), releaseOf(1)];
  expect(describe(others, 'android', beta)['F-Droid clients']).toMatch(/get 1\.2 \(2\)\.$/);
});
