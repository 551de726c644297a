import { expect, test } from 'vitest';
import { choiceOf, IMMEDIATE, readChoice } from './publication-choice.ts';

const now = new Date('2026-02-01T12:00:00Z');

test('turns a choice into the input of the call', () => {
  expect(readChoice(IMMEDIATE, now)).toEqual({
    submission: { publication: { kind: 'immediate' }, track: 'stable', percentage: 100 },
  });
  const later = readChoice(
    { ...IMMEDIATE, kind: 'scheduled', at: '2026-03-01T09:00', percentage: '10' },
    now,
  );
  expect(later).toMatchObject({ submission: { publication: { kind: 'scheduled' }, percentage: 10 } });
});

test('a release returns to the choice that led to it', () => {
  const release = {
    publication: 'scheduled',
    publishAt: '2026-03-01T09:30:00.000Z',
    track: 'beta',
    percentage: 10,
  } as const;
  expect(readChoice(choiceOf(release), now)).toEqual({
    submission: {
      publication: { kind: 'scheduled', at: release.publishAt },
      track: 'beta',
      percentage: 10,
    },
  });
  expect(choiceOf({ publication: 'immediate', publishAt: null, track: 'stable', percentage: 100 })).toEqual(
    IMMEDIATE,
  );
});

test.each([
  [{ kind: 'scheduled', at: '' }, { at: 'Choose a date and time.' }],
  [{ kind: 'scheduled', at: '2026-01-01T09:00' }, { at: expect.stringContaining('has passed') }],
  [{ percentage: '' }, { percentage: expect.stringContaining('from 1 to 100') }],
  [{ percentage: '0' }, { percentage: expect.stringContaining('from 1 to 100') }],
  [{ percentage: '2.5' }, { percentage: expect.stringContaining('from 1 to 100') }],
] as const)('%o is rejected at its field', (change, problems) => {
  expect(readChoice({ ...IMMEDIATE, ...change }, now)).toEqual({ problems });
});
