import type { Page } from '@playwright/test';

/** The text of what is shown while a screen loads, in English and in German. */
const LOADING = /^Loading|(?:wird|werden) geladen/i;

/** Waits until a page shows its title, and nothing that is still loading. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // What a status says is not its name, by which it could be found.
  await page.getByRole('status').filter({ hasText: LOADING }).first().waitFor({ state: 'hidden' });
}

/** Waits until the page has drawn what a change of its size or colours began. */
export function waitForFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
