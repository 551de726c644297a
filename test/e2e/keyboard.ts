import { expect, type Locator, type Page } from '@playwright/test';

/** More than any page has places for the focus. */
const MAX_STOPS = 150;

/** Presses Tab until a thing has the focus, as somebody without a mouse does; fails when Tab never gets there. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}.`);
}

/** Reaches a thing by Tab and presses a key on it: Enter, unless told otherwise. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(page, target);
  await page.keyboard.press(key);
}

/** Reaches a field by Tab, and types over what is in it. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}
