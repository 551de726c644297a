import { expect, type Locator, type Page } from '@playwright/test';
import { pathOf, type Screen } from '#test/seeded-store/screens.ts';
import type { SeededStore } from '#test/seeded-store/seeded-store.ts';
import { waitForFrames, waitUntilLoaded } from '#test/support/loaded-page.ts';

/** Opens a screen, without preparing its state, and waits until it has loaded. */
export async function openScreen(page: Page, screen: Screen, seeded: SeededStore): Promise<void> {
  await page.goto(pathOf(screen, seeded));
  await waitUntilLoaded(page);
}

/**
 * Fails, and says by how many pixels, when the page stays wider than its window. In a new size it is drawn again in the
 * frames after it.
 */
export async function expectToFit(page: Page): Promise<void> {
  const readExcess = async () => {
    await waitForFrames(page);
    return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  };
  await expect.poll(readExcess).toBeLessThanOrEqual(0);
}

/** Returns the link to a part of the page, such as an app's releases. */
export function partLink(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: /sections$|^Filter/ }).getByRole('link', { name, exact: true });
}
