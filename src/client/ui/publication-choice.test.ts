import { expect, test } from 'vitest';
import { AT_ONCE, readChoice } from './publication-choice.ts';

const now = new Date('2026-02-01T12:00:00Z');

test('what is chosen becomes what the call takes', () => {
  expect(readChoice(AT_ONCE, now)).toEqual({
    submission: { publication: { kind: 'atOnce' }, track: 'stable', percentage: 100 },
  });
  const later = readChoice({ ...AT_ONCE, kind: 'atDate', at: '2026-03-01T09:00', percentage: '10' }, now);
  expect(later).toMatchObject({ submission: { publication: { kind: 'atDate' }, percentage: 10 } });
});

test.each([
  [{ kind: 'atDate', at: '' }, { at: 'Choose a date and a time.' }],
  [{ kind: 'atDate', at: '2026-01-01T09:00' }, { at: expect.stringContaining('has passed') }],
  [{ percentage: '' }, { percentage: expect.stringContaining('from 1 to 100') }],
  [{ percentage: '0' }, { percentage: expect.stringContaining('from 1 to 100') }],
  [{ percentage: '2.5' }, { percentage: expect.stringContaining('from 1 to 100') }],
] as const)('%o is refused at its field', (change, problems) => {
  expect(readChoice({ ...AT_ONCE, ...change }, now)).toEqual({ problems });
});
