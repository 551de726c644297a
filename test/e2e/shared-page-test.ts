import type { Cookie, Page } from '@playwright/test';
import { SIZES } from '#test/seeded-store/screens.ts';
import { randomAddress } from '#test/support/people.ts';
import { test as base } from './seeded-test.ts';

/** The page of a worker, and the cookies of each person who has signed in there, by address. */
interface SharedPage {
  readonly page: Page;
  readonly sessions: Map<string, readonly Cookie[]>;
}

/** Shows a page of the same process without scripts: what the last one still fetches belongs to no later test. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.mouse.move(-1, -1);
  await page.goto('favicon.svg');
}

/**
 * Tests that only look at the seeded store, one after the other in the same page: a new one would start a process, and
 * compile the client's scripts and the checker's again. Each begins signed out, wide and light, with nothing stored.
 */
export const test = base.extend<object, { sharedPage: SharedPage }>({
  sharedPage: [
    async ({ browser, store }, use) => {
      await using context = await browser.newContext({
        baseURL: store.url,
        locale: 'en-GB',
        reducedMotion: 'reduce',
      });
      await use({ page: await context.newPage(), sessions: new Map() });
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedPage }, use) => {
    const context = sharedPage.page.context();
    await context.clearCookies();
    await context.setExtraHTTPHeaders(randomAddress());
    await use(context);
  },
  page: async ({ context, sharedPage: { page } }, use) => {
    await page.setViewportSize(SIZES.wide);
    await page.emulateMedia({ colorScheme: 'light' });
    await use(page);
    await leave(page);
    await context.clearCookies();
  },
  signInAs: async ({ context, sharedPage: { sessions }, store }, use) => {
    const signedIn: string[] = [];
    await use(async (person) => {
      const session = sessions.get(person.email) ?? (await store.signInAgain(person)).cookies;
      await context.addCookies([...session]);
      signedIn.push(person.email);
    });
    // A session may have got other cookies meanwhile.
    for (const email of signedIn) sessions.set(email, await context.cookies());
  },
});
