import { expect, test } from 'vitest';
import { notificationLook } from './notification-looks.ts';

// Specification section 2: green, red, orange, blue, and grey for all others.
test.each([
  ['app_approval', 'success'],
  ['app_rejection', 'error'],
  ['app_removal', 'warning'],
  ['system_message', 'info'],
  ['app_update', 'neutral'],
] as const)('%s speaks in %s', (type, tone) => {
  expect(notificationLook(type).tone).toBe(tone);
});
