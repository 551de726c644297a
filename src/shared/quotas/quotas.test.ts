import { expect, test } from 'vitest';
import {
  describeExcess,
  formatAmount,
  freesAt,
  INITIAL_QUOTAS,
  QUOTA_NAMES,
  quotaLimitsSchema,
} from './quotas.ts';

test('every quota starts with a valid limit', () => {
  expect(quotaLimitsSchema.parse(INITIAL_QUOTAS)).toEqual(INITIAL_QUOTAS);
  expect(Object.keys(INITIAL_QUOTAS)).toEqual(QUOTA_NAMES);
});

test.each([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 KiB'],
  [1.5 * 1024 ** 3, '1.5 GiB'],
  [1024 ** 3 - 1, '1 GiB'],
  [9999 * 1024 ** 4, '9,999 TiB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatAmount('storedMegabytes', bytes)).toBe(text);
});

test('daily quotas reset at midnight (UTC), others never', () => {
  expect(freesAt('dailyUploadMegabytes', new Date('2026-03-31T23:59:59.999Z'))).toEqual(
    new Date('2026-04-01'),
  );
  expect(freesAt('dailyUploadMegabytes', new Date('2026-04-01'))).toEqual(new Date('2026-04-02'));
  expect(freesAt('apps', new Date())).toBeNull();
});

test('describes the exceeded quota, the request and the fix', () => {
  const excess = {
    quota: 'storedMegabytes',
    used: 900 * 1024 ** 2,
    limit: 1024 ** 3,
    adding: 200 * 1024 ** 2,
  } as const;
  expect(describeExcess({ ...excess, isOwn: true })).toBe(
    'You have reached your quota “Storage”: 900 MiB of 1 GiB used. This needs 200 MiB more. Delete versions you no longer need.',
  );
  expect(describeExcess({ ...excess, isOwn: false })).toContain('The publisher of this app has reached');
});
