import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACCENT_SCHEMES, accentStyle, deriveAccent } from './accent.ts';
import { DEFAULT_ACCENT } from './settings.ts';

/** Returns the contrast of two colours without rounding: WCAG 2.2, definitions of contrast ratio and relative luminance. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const SURFACES = { light: ['#f5f6f8', '#ffffff'], dark: ['#101418', '#191e24'] };
const anyColor = integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`);

test.each(ACCENT_SCHEMES)('every colour becomes readable in the %s theme', (scheme) => {
  assert(
    property(anyColor, (accent) => {
      const { main, dark, contrastText } = deriveAccent(accent)[scheme];
      for (const surface of SURFACES[scheme]) expect(contrast(main, surface)).toBeGreaterThanOrEqual(4.5);
      for (const button of [main, dark]) expect(contrast(contrastText, button)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 500, examples: [['#000000'], ['#ffffff'], ['#fff176'], ['#0b1a2b'], ['#808080']] },
  );
});

describe('deriveAccent', () => {
  test('keeps the default of the light theme and MUI’s blue for it in the dark one', () => {
    const { light, dark } = deriveAccent(DEFAULT_ACCENT);
    expect([light.main, light.isAdapted, dark.main, dark.isAdapted]).toEqual([
      DEFAULT_ACCENT,
      false,
      '#90caf9',
      true,
    ]);
  });

  test('darkens a light yellow for the light theme alone, and says how readable it was', () => {
    const { light, dark } = deriveAccent('#fff176');
    expect(dark).toMatchObject({ main: '#fff176', isAdapted: false });
    expect(light.isAdapted).toBe(true);
    expect(light.chosenRatio).toBeLessThan(1.2);
    expect(light.ratio).toBeGreaterThanOrEqual(4.5);
  });

  test('lightens a very dark colour for the dark theme alone', () => {
    const { light, dark } = deriveAccent('#0b1a2b');
    expect(light).toMatchObject({ main: '#0b1a2b', isAdapted: false });
    expect(dark.isAdapted).toBe(true);
    expect(dark.chosenRatio).toBeLessThan(1.3);
  });
});

test('the style sheet names the shades for pages with and without the theme', () => {
  const style = accentStyle('#00796b');
  const { light, dark } = deriveAccent('#00796b');
  expect(style).toContain(`:root{--accent:#00796b;--accent-light:${light.main};--accent-dark:${dark.main}}`);
  expect(style).toContain(`:root[data-color-scheme="dark"]{--mui-palette-primary-main:${dark.main};`);
  expect(style).not.toMatch(/[<>"'](?!light|dark|\])/);
});
