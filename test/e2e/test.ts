import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test';
import type { AxeResults, default as axeCore, RunOptions } from 'axe-core';
import { waitForFrames } from '#test/support/loaded-page.ts';
import { type Person, randomAddress } from '#test/support/people.ts';
import { watchDialogs } from './dialog-watch.ts';
import { type StoreServer, type StoreServerOptions, startStoreServer } from './store-server.ts';

export { expect } from '@playwright/test';

interface Problems {
  /** Says that a test provokes problems like this one itself. */
  allow(pattern: RegExp): void;
}

interface People {
  readonly user: Person;
  readonly developer: Person;
  readonly admin: Person;
  /** Signed up, and onboarding not finished. */
  readonly newcomer: Person;
}

export interface Fixtures {
  /** Console errors and warnings, page errors and requests to other origins fail the test, unless allowed. */
  readonly problems: Problems;
  /** Gives the browser a session of its own for a person, without the sign-in screen. */
  readonly signInAs: (person: Person) => Promise<void>;
  /** Fails on any accessibility violation of the page as it is now; of only some rules, if they are given. */
  readonly axe: (rules?: readonly string[]) => Promise<void>;
}

export interface WorkerFixtures {
  readonly storeOptions: StoreServerOptions;
  /** One real server for all tests of a worker. */
  readonly store: StoreServer;
  readonly people: People;
}

/** Collects what no page of ours may do, until it is stopped. */
function watch(page: Page, origin: string): { readonly found: string[]; readonly stop: () => void } {
  const found: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    found.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: Error) => void found.push(`page error: ${error.stack ?? error.message}`);
  const onRequest = (request: Request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) found.push(`foreign request: ${url}`);
  };
  page.on('console', onConsole).on('pageerror', onError).on('request', onRequest);
  const stop = () => void page.off('console', onConsole).off('pageerror', onError).off('request', onRequest);
  return { found, stop };
}

/** In the page: whether colours and places are those that stay. Spinners and skeletons never end and do not count. */
function isAtRest(): boolean {
  return document
    .getAnimations()
    .every(
      (animation) =>
        animation.playState !== 'running' || animation.effect?.getComputedTiming().iterations === Infinity,
    );
}

declare global {
  interface Window {
    readonly axe?: typeof axeCore;
  }
}

/** The checker's script, minified: the package's own `source` is more than twice as long. */
const CHECKER = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Returns the violations of accessibility rules, all or only these. Each document gets the checker once: its 650 KB take
 * longer to compile than most checks take.
 */
async function findViolations(page: Page, rules?: readonly string[]): Promise<AxeResults['violations']> {
  for (const frame of page.frames()) {
    const isLoaded = await frame.evaluate(() => window.axe !== undefined);
    if (!isLoaded) await frame.evaluate(CHECKER);
  }
  const options: RunOptions = {
    // What passes is neither described nor sent.
    resultTypes: ['violations'],
    // The checker leaves out what WCAG 2.2 has added.
    rules: { 'target-size': { enabled: true } },
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  const results = await page.evaluate((given) => window.axe?.run(document, given), options);
  if (!results) throw new Error('The page was left during the check.');
  return results.violations;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  storeOptions: [{}, { scope: 'worker', option: true }],
  store: [
    async ({ storeOptions }, use) => {
      await using store = await startStoreServer(storeOptions);
      await use(store);
    },
    { scope: 'worker' },
  ],
  people: [
    async ({ store }, use) => {
      const [user, developer, admin, newcomer] = await Promise.all([
        store.onboard({}, 'browse'),
        store.onboard(),
        store.admin(),
        store.signUp({ name: 'Nia Newcomer' }),
      ]);
      await use({ user, developer, admin, newcomer });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ store }, use) => use(store.url),
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders(randomAddress());
    await context.addInitScript(watchDialogs);
    await use(context);
    await context.clearPermissions();
  },
  problems: [
    async ({ page, store }, use) => {
      const allowed: RegExp[] = [];
      const { found, stop } = watch(page, new URL(store.url).origin);
      await use({ allow: (pattern) => void allowed.push(pattern) });
      stop();
      const unexpected = found.filter((problem) => !allowed.some((pattern) => pattern.test(problem)));
      // A request that a route still handles when its test ends would count as an error outside of any test.
      if (!page.isClosed()) {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        // The next test's page, which may be the same, would begin with a tooltip.
        await page.mouse.move(-1, -1);
      }
      expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
  signInAs: async ({ context, store }, use) => {
    // Never the cookies of an earlier test: a session is replaced when its person's privileges change.
    await use(async (person) => context.addCookies([...(await store.signInAgain(person)).cookies]));
  },
  axe: async ({ page }, use) => {
    await use(async (rules) => {
      // A screen whose script or data still load has neither heading nor parts.
      await expect(page.locator('h1').first()).toBeAttached();
      // A colour scheme that was just chosen begins to change the colours in the next frame.
      await waitForFrames(page);
      await page.waitForFunction(isAtRest);
      const violations = await findViolations(page, rules);
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual(
        [],
      );
    });
  },
});
