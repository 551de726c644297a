import { SCREENS, SIZES } from '#test/seeded-store/screens.ts';
import { expectToFit, openScreen } from './open-screen.ts';
import { test } from './seeded-test.ts';
import { expect } from './test.ts';

test.use({ locale: 'de-AT' });

const PEOPLE = ['publisher', 'admin', null] as const;

/** The screens that are opened here. */
const SHOWN = SCREENS.filter(
  ({ as, prepare }) => prepare === undefined && PEOPLE.some((person) => person === as),
);

/** The screens that people use most; the check for accessibility would take too long on all of them. */
const CHECKED_WITH_AXE = new Set([
  'store',
  'dashboard',
  'apps',
  'app',
  'app-listing',
  'admin',
  'admin-queue',
  'admin-review',
  'admin-settings',
]);
for (const name of CHECKED_WITH_AXE) {
  if (!SHOWN.some((screen) => screen.name === name)) throw new Error(`No screen is named ${name} any more.`);
}

for (const as of PEOPLE) {
  test(`in German, the screens of ${as ?? 'nobody'} fit, and the most used are accessible`, async ({
    page,
    problems,
    axe,
    signInAs,
    seeded,
  }) => {
    test.slow();
    problems.allow(/status of 40[04]/);
    if (as !== null) await signInAs(seeded[as]);
    let sizes = [SIZES.wide, SIZES.narrow];
    for (const screen of SHOWN.filter((one) => one.as === as)) {
      await test.step(screen.name, async () => {
        await openScreen(page, screen, seeded);
        await expect(page.locator('html')).toHaveAttribute('lang', 'de');
        for (const size of sizes) {
          await page.setViewportSize(size);
          await expectToFit(page);
          if (CHECKED_WITH_AXE.has(screen.name)) await axe();
        }
        // The next one begins in the size of this one, which would only be drawn again.
        sizes = sizes.toReversed();
      });
    }
  });
}
