import { expect, test } from 'vitest';
import { buildOrder, buildVersionOrder, compareBuildOrders } from './build-order.ts';
import type { AndroidFacts, IosFacts } from './facts.ts';

test.each([
  ['7', ['7']],
  ['1.4', ['1', '4']],
  ['1.4.0', ['1', '4']],
  ['1.0.10', ['1', '0', '10']],
  ['007.0', ['7']],
  ['0.0', ['0']],
  ['20260101123456789012345', ['20260101123456789012345']],
  ['2.0b1', ['1.3001']],
  ['2.0.1fc12', ['2', '0', '0.4012']],
  ['0.0d1', ['-0.8999']],
  ['2.0b', null],
  ['2.0b1234', null],
  ['1.0-beta', null],
  ['', null],
])('orders the build version %j by %j', (buildVersion, order) => {
  expect(buildOrder({ platform: 'ios', buildVersion } as IosFacts)).toEqual(order);
});

test('orders an Android package by its version code', () => {
  expect(buildOrder({ platform: 'android', versionCode: 12 } as AndroidFacts)).toEqual(['12']);
});

test('orders versions before a release between the one before and the release', () => {
  const ordered = [
    '0a1',
    '0',
    '1.9.9',
    '1.10d2',
    '1.10a1',
    '1.10b1',
    '1.10b10',
    '1.10fc1',
    '1.10',
    '1.10.1b1',
  ];
  const shuffled = ordered.toReversed().toSorted((one, other) => {
    const [a, b] = [buildVersionOrder(one), buildVersionOrder(other)];
    return a && b ? compareBuildOrders(a, b) : Number.NaN;
  });
  expect(shuffled).toEqual(ordered);
});
