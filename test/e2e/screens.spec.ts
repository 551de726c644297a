import { pathOf, SCREENS } from '#test/seeded-store/screens.ts';
import { expectToFit, openScreen } from './open-screen.ts';
import { test } from './seeded-test.ts';
import { expectNothingCovered, expectStructure } from './structure.ts';
import { expect } from './test.ts';
import { checkAllViews, checkView } from './themes.ts';

/** A window of 1,280 × 1,024 pixels at 400 % (WCAG 2.2, success criterion 1.4.10). */
const ZOOMED = { width: 320, height: 256 };

for (const screen of SCREENS) {
  test(`${screen.name} is accessible and fits, light and dark, at each size`, async ({
    page,
    axe,
    problems,
    signInAs,
    seeded,
  }) => {
    problems.allow(/status of 40[04]/);
    if (screen.as !== null) await signInAs(seeded[screen.as]);
    await openScreen(page, screen, seeded);
    await expect(page).toHaveURL(new RegExp(`/hub/${RegExp.escape(pathOf(screen, seeded))}$`));
    await screen.prepare?.(page);
    // In another size, the pointer would be over something else, whose tooltip may open or close during a check.
    await page.mouse.move(-1, -1);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await expectStructure(page);
    await checkView(page, axe, { size: 'huge', colorScheme: 'light' });
    await checkAllViews(page, axe);
    await test.step('at a zoom of 400 %', async () => {
      await page.setViewportSize(ZOOMED);
      await expectToFit(page);
      await expectNothingCovered(page);
    });
  });
}
