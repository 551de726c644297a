import { expect, type Page, test } from '@playwright/test';
import { SIZES } from '#test/seeded-store/screens.ts';
import { expectToFit } from './open-screen.ts';
import type { Fixtures } from './test.ts';

/** The rules whose results depend on colours: the others find the same in both schemes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

type ColorScheme = 'light' | 'dark';

interface View {
  readonly size: keyof typeof SIZES;
  readonly colorScheme: ColorScheme;
  /** The accessibility rules to check; all by default. */
  readonly rules?: readonly string[];
}

/** In an order that changes as little as possible, because to draw a page again takes longer than most checks. */
const VIEWS: readonly View[] = [
  { size: 'wide', colorScheme: 'light' },
  { size: 'narrow', colorScheme: 'light' },
  { size: 'narrow', colorScheme: 'dark', rules: COLOR_RULES },
  { size: 'wide', colorScheme: 'dark', rules: COLOR_RULES },
];

async function setColorScheme(page: Page, colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Pages without scripts have no such attribute.
  const other = page.locator(`html[data-color-scheme]:not([data-color-scheme="${colorScheme}"])`);
  await expect(other).toHaveCount(0);
}

/** Checks the page as it is, light and dark: no accessibility violation. Leaves it dark. */
export async function checkSchemes(page: Page, axe: Fixtures['axe']): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await setColorScheme(page, colorScheme);
    await axe();
  }
}

/** Checks the page in one view: no accessibility violation, no horizontal scrolling. */
export async function checkView(page: Page, axe: Fixtures['axe'], view: View): Promise<void> {
  const { size, colorScheme, rules } = view;
  await test.step(`${size} and ${colorScheme}`, async () => {
    await page.setViewportSize(SIZES[size]);
    await setColorScheme(page, colorScheme);
    await axe(rules);
    await expectToFit(page);
  });
}

/** Checks the page wide and narrow, light and dark. Leaves it wide and dark. */
export async function checkAllViews(page: Page, axe: Fixtures['axe']): Promise<void> {
  for (const view of VIEWS) await checkView(page, axe, view);
}
