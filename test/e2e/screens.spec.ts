import { pathOf, SCHEMES, SCREENS, SIZES } from '#test/seeded-store/screens.ts';
import { createSeededStore, type SeededStore } from '#test/seeded-store/seeded-store.ts';
import { test as base, expect } from './test.ts';

/** A store under another base path, with apps in every state. */
const test = base.extend<object, { seeded: SeededStore }>({
  storeOptions: [{ basePath: '/hub/' }, { scope: 'worker' }],
  seeded: [async ({ store }, use) => use(await createSeededStore(store)), { scope: 'worker' }],
});

/** The rules whose results depend on colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

for (const screen of SCREENS) {
  test(`${screen.name} is accessible and fits, light and dark, wide and narrow`, async ({
    page,
    axe,
    problems,
    signInAs,
    seeded,
  }) => {
    problems.allow(/status of 40[04]/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (screen.as !== null) await signInAs(seeded[screen.as]);
    await page.goto(pathOf(screen, seeded));
    await expect(page).toHaveURL(new RegExp(`/hub/${RegExp.escape(pathOf(screen, seeded))}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await screen.prepare?.(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      for (const [size, viewport] of Object.entries(SIZES)) {
        await test.step(`${size} and ${colorScheme}`, async () => {
          await page.setViewportSize(viewport);
          // The page is the same in both schemes but for its colours.
          await axe(colorScheme === 'dark' ? COLOR_RULES : undefined);
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(excess).toBeLessThanOrEqual(0);
        });
      }
    }
  });
}
