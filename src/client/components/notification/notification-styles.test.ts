import { expect, test } from 'vitest';
import { theme } from '#client/shell/theme.ts';
import { notificationStyle } from './notification-styles.ts';

// Specification section 2: green, red, orange, blue, and grey for all others.
test.each([
  ['app_approval', 'success'],
  ['app_rejection', 'error'],
  ['app_removal', 'warning'],
  ['system_message', 'info'],
  ['app_update', 'neutral'],
  ['app_of_tomorrow', 'neutral'],
  ['constructor', 'neutral'],
] as const)('%s speaks in %s', (type, tone) => {
  expect(notificationStyle(type).tone).toBe(tone);
});

/** Returns the hue of a colour such as `#c62828`: red 0, orange 30, green 120, blue 210, from -30 to 330 degrees. */
function hueOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const degrees = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
  return ((degrees + 390) % 360) - 30;
}

test.each([
  ['app_approval', 'green', 100, 140],
  ['app_rejection', 'red', -10, 10],
  ['app_removal', 'orange', 20, 45],
  ['system_message', 'blue', 190, 230],
] as const)('%s is %s, in light and dark', (type, _colour, from, to) => {
  const { tone } = notificationStyle(type);
  for (const scheme of ['light', 'dark'] as const) {
    const colour = theme.colorSchemes[scheme]?.palette[tone as Exclude<typeof tone, 'neutral'>].main ?? '';
    const hue = hueOf(colour);
    expect(hue).toBeGreaterThan(from);
    expect(hue).toBeLessThan(to);
  }
});
