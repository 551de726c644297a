import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { selectTests } from '../scripts/test-selection.ts';

const path = (relative: string) => join(import.meta.dirname, '..', relative);

describe('the tests that npm test runs', () => {
  it('are all without an argument', () => {
    expect(selectTests([])).toEqual({ vitest: [], playwright: [], mayBeEmpty: false });
  });

  it.each([
    ['a test file', 'test/repo.test.ts', 'test/repo.test.ts'],
    [
      'a source file, by the test beside it',
      'src/server/platform/mail/mail.ts',
      'src/server/platform/mail/mail.test.ts',
    ],
    [
      'a source file without one, by its folder',
      'src/server/platform/mail/explain-error.ts',
      'src/server/platform/mail/',
    ],
    ['a folder', 'src/shared', 'src/shared/'],
  ])('are those of %s', (_, named, selected) => {
    expect(selectTests([named])).toEqual({ vitest: [path(selected)], playwright: null, mayBeEmpty: false });
  });

  it('are journeys alone when only those are named', () => {
    const { vitest, playwright = [] } = selectTests(['test/e2e/guard.spec.ts']);
    expect(vitest).toBeNull();
    expect(playwright).toHaveLength(1);
    expect(new RegExp(playwright?.[0] ?? '').test(path('test/e2e/guard.spec.ts'))).toBe(true);
  });

  it('are of both kinds for a folder that contains both, and for a list of paths', () => {
    const journeys = path('test/e2e').replaceAll('.', String.raw`\.`);
    expect(selectTests(['test'])).toMatchObject({ vitest: [path('test/')], playwright: [journeys] });
    expect(selectTests(['src/shared', 'test/e2e'])).toMatchObject({
      vitest: [path('src/shared/')],
      playwright: [journeys],
    });
  });

  it('are those of changes, of which there may be none', () => {
    expect(selectTests(['--changed=HEAD~1'])).toEqual({
      vitest: ['--changed=HEAD~1', '--passWithNoTests'],
      playwright: ['--only-changed=HEAD~1', '--pass-with-no-tests'],
      mayBeEmpty: true,
    });
  });

  it.each([
    ['src/nowhere.ts', 'src/nowhere.ts doesn’t exist'],
    ['--watch', '--watch: use npm test -- PATH…'],
  ])('rejects %s', (parameter, reason) => {
    expect(() => selectTests([parameter])).toThrow(reason);
  });
});
