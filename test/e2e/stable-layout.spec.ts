import type { Page } from '@playwright/test';
import { test } from './seeded-test.ts';
import { expect } from './test.ts';

/** Of web.dev's layout shift, what the product allows itself. */
const MAX_SHIFT = 0.02;

/** Returns how far the shown content moved since the page began to load. */
function readShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { readonly value: number })[];
    return shifts.reduce((sum, { value }) => sum + value, 0);
  });
}

const CALLS = ['notifications.list', 'apps.actionRequired', 'apps.list'];

for (const late of CALLS) {
  test(`the dashboard does not move when ${late} arrives last`, async ({ page, signInAs, seeded }) => {
    await signInAs(seeded.publisher);
    const others = Promise.withResolvers<void>();
    await page.route(new RegExp(`/us-central1/${RegExp.escape(late)}$`), async (route) => {
      await others.promise;
      await route.continue();
    });
    const arrived = Promise.all(
      CALLS.filter((call) => call !== late).map((call) =>
        page.waitForResponse((response) => response.url().endsWith(`/us-central1/${call}`)),
      ),
    );
    await page.goto('dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await arrived;
    others.resolve();
    await expect(page.getByRole('heading', { name: 'My apps' })).toBeVisible();
    await expect(page.locator('main .MuiSkeleton-root')).toHaveCount(0);
    expect(await readShift(page)).toBeLessThanOrEqual(MAX_SHIFT);
  });
}
