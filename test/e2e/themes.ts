import { expect, type Page } from '@playwright/test';
import type { Fixtures } from './test.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/** The rules whose results depend on colours: the others find the same in both schemes. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the page in light and dark, wide and narrow: no accessibility violation, no horizontal scrolling. Leaves it wide
 * and light.
 */
export async function checkAllThemes(page: Page, axe: Fixtures['axe']): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme);
    for (const size of SIZES.toReversed()) {
      await page.setViewportSize(size);
      await axe(colorScheme === 'dark' ? COLOR_RULES : undefined);
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      if (isTooWide) throw new Error(`The page scrolls sideways at ${size.width} pixels.`);
    }
  }
}
