import type { Page } from '@playwright/test';
import { partLink } from './open-screen.ts';
import { test } from './seeded-test.ts';
import { expect } from './test.ts';

/* The links to the parts of a page, where they don't fit beside each other. */

const WIDTHS = [360, 320];

const arrows = (page: Page) =>
  page.getByRole('navigation', { name: /sections$/ }).locator('button[aria-hidden="true"]');

for (const width of WIDTHS) {
  test(`at ${width} px, arrows show and scroll to the links that don't fit`, async ({
    page,
    signInAs,
    seeded,
    axe,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await signInAs(seeded.publisher);
    await page.goto(`dashboard/apps/${seeded.publishedApp}?tab=settings`);
    await test.step('the chosen part is in view', async () => {
      await expect(partLink(page, 'Settings')).toBeInViewport({ ratio: 0.95 });
      await expect(partLink(page, 'Overview')).not.toBeInViewport();
      await expect(arrows(page)).toHaveCount(1);
      await axe();
    });
    await test.step('the arrow is large enough, and scrolls to the start', async () => {
      const box = await arrows(page).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
      while (!(await partLink(page, 'Overview').evaluate(isUncovered))) await arrows(page).first().click();
      await expect(arrows(page)).toHaveCount(1);
    });
    await test.step('the focus scrolls each link into view, beside the arrows', async () => {
      await partLink(page, 'Overview').focus();
      const links = page.getByRole('navigation', { name: /sections$/ }).getByRole('link');
      for (const link of (await links.all()).slice(1)) {
        await page.keyboard.press('Tab');
        await expect(link).toBeFocused();
        await expect.poll(() => link.evaluate(isUncovered)).toBe(true);
      }
    });
  });
}

test('where all links fit, there is no arrow', async ({ page, signInAs, seeded }) => {
  await signInAs(seeded.publisher);
  await page.goto(`dashboard/apps/${seeded.publishedApp}`);
  await expect(partLink(page, 'Settings')).toBeInViewport({ ratio: 1 });
  await expect(arrows(page)).toHaveCount(0);
});

/** In the page: whether both ends of a link can be clicked. */
function isUncovered(link: Element): boolean {
  const { left, right, top, height } = link.getBoundingClientRect();
  return [left + 2, right - 2].every((x) => link.contains(document.elementFromPoint(x, top + height / 2)));
}
