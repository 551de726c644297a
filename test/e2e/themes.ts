import { expect, type Page } from '@playwright/test';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/**
 * Checks the page in light and dark, wide and narrow: no accessibility violation, no horizontal scrolling. Leaves it wide
 * and light.
 */
export async function checkAllThemes(page: Page, axe: () => Promise<void>): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    // Colours in transition would be checked half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme);
    for (const size of SIZES.toReversed()) {
      await page.setViewportSize(size);
      await axe();
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      if (isTooWide) throw new Error(`The page scrolls sideways at ${size.width} pixels.`);
    }
  }
}
