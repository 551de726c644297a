import { pathOf, SCHEMES, SCREENS, SIZES } from '#test/world/screens.ts';
import { createWorld, type World } from '#test/world/world.ts';
import { test as base, expect } from './test.ts';

/** A store under another base path, with apps in every state. */
const test = base.extend<object, { world: World }>({
  storeOptions: [{ basePath: '/hub/' }, { scope: 'worker' }],
  world: [async ({ store }, use) => use(await createWorld(store.url)), { scope: 'worker', timeout: 120_000 }],
});

for (const screen of SCREENS) {
  test(`${screen.name} is accessible and fits, light and dark, wide and narrow`, async ({
    page,
    axe,
    problems,
    signInAs,
    world,
  }) => {
    problems.allow(/status of 40[04]/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (screen.as !== null) await signInAs(world[screen.as]);
    await page.goto(pathOf(screen, world));
    await expect(page).toHaveURL(new RegExp(`/hub/${RegExp.escape(pathOf(screen, world))}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await screen.prepare?.(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      for (const [size, viewport] of Object.entries(SIZES)) {
        await test.step(`${size} and ${colorScheme}`, async () => {
          await page.setViewportSize(viewport);
          await axe();
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(excess).toBeLessThanOrEqual(0);
        });
      }
    }
  });
}
