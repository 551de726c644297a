import type { BrowserContext, Page } from '@playwright/test';
import { SIZES } from '#test/seeded-store/screens.ts';
import { type Person, randomAddress } from '#test/support/people.ts';
import { watchDialogs } from './dialog-watch.ts';
import { test as base } from './seeded-test.ts';

interface Session {
  readonly cookies: Parameters<BrowserContext['addCookies']>[0];
  readonly startedAt: number;
}

/** The page of a worker, and the session of each person who has signed in there, by address. */
interface SharedPage {
  readonly page: Page;
  readonly sessions: Map<string, Session>;
}

/** Some screens need a session that began minutes ago at most (`REAUTHENTICATION_SECONDS`). */
const SESSION_MS = 180_000;

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
      await context.addInitScript(watchDialogs);
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
    const signIn = async (person: Person): Promise<Session> => ({
      startedAt: performance.now(),
      cookies: [...(await store.signInAgain(person)).cookies],
    });
    let current: { readonly email: string; readonly startedAt: number } | undefined;
    await use(async (person) => {
      const kept = sessions.get(person.email);
      const isFresh = kept !== undefined && performance.now() - kept.startedAt < SESSION_MS;
      const session: Session = isFresh ? kept : await signIn(person);
      await context.addCookies(session.cookies);
      current = { email: person.email, startedAt: session.startedAt };
    });
    // A session may have got other cookies meanwhile.
    if (current) sessions.set(current.email, { ...current, cookies: await context.cookies() });
  },
});
