import { createWorld, type World } from '#test/world/world.ts';
import type { Person } from './people.ts';
import { test as base, expect } from './test.ts';

/** A store under another base path, with apps in every state. */
const test = base.extend<object, { world: World }>({
  storeOptions: [{ basePath: '/hub/' }, { scope: 'worker' }],
  world: [async ({ store }, use) => use(await createWorld(store.url)), { scope: 'worker', timeout: 120_000 }],
});

const WIDTHS = { wide: { width: 1280, height: 800 }, narrow: { width: 360, height: 740 } } as const;

function screensOf(world: World): [path: string, as: Person][] {
  const { admin, publisher, visitor, invalidVersion, unfinishedUpload } = world;
  const app = (id: string) => `dashboard/apps/${id}`;
  return [
    ['dashboard', visitor],
    ['dashboard/apps', visitor],
    ['dashboard', publisher],
    ['dashboard/apps', publisher],
    ['dashboard/apps?status=removed', publisher],
    ['dashboard/apps/new', publisher],
    [app(world.publishedApp), publisher],
    [app(world.rejectedApp), publisher],
    [app('unknown'), publisher],
    [`${app(world.publishedApp)}/versions/new`, publisher],
    [`${app(invalidVersion.appId)}/versions/new?version=${invalidVersion.versionId}`, publisher],
    [`${app(unfinishedUpload.appId)}/versions/new?version=${unfinishedUpload.versionId}`, publisher],
    ['dashboard/profile', publisher],
    ['dashboard/settings', publisher],
    ['dashboard/api', publisher],
    ['dashboard', admin],
    ['admin', admin],
    [`admin?version=${world.waitingVersion}`, admin],
    ['admin/apps', admin],
    ['admin/users', admin],
    ['admin/settings', admin],
  ];
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, viewport] of Object.entries(WIDTHS)) {
    test(`every screen is accessible and fits, ${width} and ${colorScheme}`, async ({
      page,
      axe,
      problems,
      signInAs,
      world,
    }) => {
      test.setTimeout(300_000);
      problems.allow(/status of 404/);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const [path, person] of screensOf(world)) {
        await test.step(path, async () => {
          await signInAs(person);
          await page.goto(path);
          await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
          await axe();
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(excess).toBeLessThanOrEqual(0);
        });
      }
    });
  }
}
