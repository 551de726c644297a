import { pathOf, SCHEMES, SCREENS, SIZES } from '#test/seeded-store/screens.ts';
import { expectToFit, openScreen } from './open-screen.ts';
import { test } from './seeded-test.ts';
import { expect } from './test.ts';

/** The rules whose results depend on colours. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

for (const screen of SCREENS) {
  test(`${screen.name} is accessible and fits, light and dark, at each size`, async ({
    page,
    axe,
    problems,
    signInAs,
    seeded,
  }) => {
    problems.allow(/status of 40[04]/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (screen.as !== null) await signInAs(seeded[screen.as]);
    await openScreen(page, screen, seeded);
    await expect(page).toHaveURL(new RegExp(`/hub/${RegExp.escape(pathOf(screen, seeded))}$`));
    await screen.prepare?.(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      for (const [size, viewport] of Object.entries(SIZES)) {
        // A huge window shows the same colours as a wide one.
        if (size === 'huge' && colorScheme === 'dark') continue;
        await test.step(`${size} and ${colorScheme}`, async () => {
          await page.setViewportSize(viewport);
          // The page is the same in both schemes but for its colours.
          await axe(colorScheme === 'dark' ? COLOR_RULES : undefined);
          await expectToFit(page);
        });
      }
    }
  });
}
