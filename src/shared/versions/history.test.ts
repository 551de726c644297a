import { expect, test } from 'vitest';
import { historyActor } from './history.ts';

test('attributes decisions to staff, submissions to the publisher, and automatic events to the system', () => {
  expect(historyActor('version.rejected', 'an admin')).toBe('admin');
  expect(historyActor('version.published', null)).toBe('system');
  expect(historyActor('version.published', 'the publisher')).toBe('publisher');
  expect(historyActor('version.submitted', 'the publisher')).toBe('publisher');
});
