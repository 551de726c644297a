import { expect, test } from 'vitest';
import { buildOrder } from './build-order.ts';
import type { AndroidFacts, IosFacts } from './facts.ts';

test.each([
  ['7', ['7']],
  ['1.4', ['1', '4']],
  ['1.4.0', ['1', '4']],
  ['1.0.10', ['1', '0', '10']],
  ['007.0', ['7']],
  ['0.0', ['0']],
  ['20260101123456789012345', ['20260101123456789012345']],
  ['1.0-beta', null],
  ['', null],
])('orders the build version %j by %j', (buildVersion, order) => {
  expect(buildOrder({ platform: 'ios', buildVersion } as IosFacts)).toEqual(order);
});

test('orders an Android package by its version code', () => {
  expect(buildOrder({ platform: 'android', versionCode: 12 } as AndroidFacts)).toEqual(['12']);
});
