import { expect, test } from 'vitest';
import { describeEvent, isByStore } from './history.ts';
import { VERSION_TRANSITIONS } from './rules.ts';

test('every change of a version’s status has words', () => {
  for (const { event } of Object.values(VERSION_TRANSITIONS)) expect(describeEvent(event)).not.toBe(event);
});

test('decisions come from the store, whoever of its people made them; submissions do not', () => {
  expect(isByStore('version.rejected', 'an admin')).toBe(true);
  expect(isByStore('version.published', null)).toBe(true);
  expect(isByStore('version.published', 'the publisher')).toBe(false);
  expect(isByStore('version.submitted', 'the publisher')).toBe(false);
});
