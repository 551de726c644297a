import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { damagedPackage, inspectAnything } from '#test/package-mutations.ts';

test('a damaged package ends in a verdict or a finding, and soon', async () => {
  const check = fc.asyncProperty(damagedPackage, async (damaged) => {
    expect(await inspectAnything(damaged)).toBeLessThan(1_000);
  });
  await fc.assert(check, { numRuns: 300 });
});
