import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOSTILE } from '#test/fuzz/hostile-packages.ts';
import { damagedPackage, inspectAnything } from '#test/fuzz/package-mutations.ts';
import { randomFrom } from '#test/fuzz/random.ts';
import { describeFinding } from './rules/catalogue.ts';

const SEED = 4;
/** Far smaller than real attacks, but still above every limit. */
const SCALE = 0.02;
const MAX_RESULT_BYTES = 512 * 1024;

test('every damaged package has facts or a finding', async () => {
  const check = fc.asyncProperty(damagedPackage, async (damaged) => {
    const { findings } = await inspectAnything(damaged);
    expect(findings.map(describeFinding).every(({ title, evidence, fix }) => title && evidence && fix)).toBe(
      true,
    );
  });
  await fc.assert(check, { numRuns: 300 });
});

test.each(Object.entries(HOSTILE))('%s: has the expected error and a small result', async (name, kind) => {
  const bytes = kind.make(randomFrom(SEED), SCALE);
  const { findings, resultBytes } = await inspectAnything({ name, bytes });
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
  expect(kind.rule === null || errors.some((rule) => kind.rule?.test(rule))).toBe(true);
  expect(resultBytes).toBeLessThan(MAX_RESULT_BYTES);
});
