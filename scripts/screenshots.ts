import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Person, signInAgain } from '#test/e2e/people.ts';
import { startStoreServer } from '#test/e2e/store-server.ts';
import { createWorld, type World } from '#test/world/world.ts';
import { ensureChromium } from './chromium.ts';
import { ensureBuild } from './ensure-build.ts';

/* A picture of every screen of a small, realistic store: wide and 360 px, light and dark, in test-results/screenshots.
   The README's own picture goes to docs/screenshots. Arguments name the screens to take; without any, all. */

const ROOT = join(import.meta.dirname, '..');
const OUTPUT = join(ROOT, 'test-results/screenshots');
const README_PICTURE = join(ROOT, 'docs/screenshots/console.png');
const README_SCREEN = 'admin-review';

const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 360, height: 740 } } as const;
const SCHEMES = ['light', 'dark'] as const;

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly as: Person | null;
  /** What to do before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

function app(id: string): string {
  return `dashboard/apps/${id}`;
}

function screensOf(world: World): Screen[] {
  const { admin, publisher, visitor, newcomer, invalidVersion, unfinishedUpload } = world;
  return [
    { name: 'login', path: 'login', as: null },
    { name: 'sign-up', path: 'login?mode=sign-up', as: null },
    { name: 'forgot-password', path: 'login?mode=forgot', as: null },
    { name: 'reset-password', path: 'login?mode=reset&token=x', as: null, prepare: typeWeakPassword },
    { name: 'onboarding', path: 'onboarding', as: newcomer },
    { name: 'unauthorized', path: 'unauthorized', as: null },
    { name: 'dashboard', path: 'dashboard', as: publisher },
    { name: 'dashboard-user', path: 'dashboard', as: visitor },
    { name: 'dashboard-admin', path: 'dashboard', as: admin },
    { name: 'apps', path: 'dashboard/apps', as: publisher },
    { name: 'apps-none-matches', path: 'dashboard/apps?q=nothing', as: publisher },
    { name: 'new-app', path: 'dashboard/apps/new', as: publisher },
    {
      name: 'new-app-errors',
      path: 'dashboard/apps/new',
      as: publisher,
      prepare: (page) => page.getByRole('button', { name: 'Create app' }).click(),
    },
    { name: 'app', path: app(world.publishedApp), as: publisher },
    {
      name: 'app-withdraw',
      path: app(world.publishedApp),
      as: publisher,
      prepare: (page) => page.getByRole('button', { name: 'Withdraw' }).click(),
    },
    { name: 'app-rejected', path: app(world.rejectedApp), as: publisher },
    { name: 'app-invalid', path: app(invalidVersion.appId), as: publisher },
    { name: 'new-version', path: `${app(world.publishedApp)}/versions/new`, as: publisher },
    {
      name: 'new-version-findings',
      path: `${app(invalidVersion.appId)}/versions/new?version=${invalidVersion.versionId}`,
      as: publisher,
    },
    {
      name: 'new-version-continue',
      path: `${app(unfinishedUpload.appId)}/versions/new?version=${unfinishedUpload.versionId}`,
      as: publisher,
    },
    { name: 'profile', path: 'dashboard/profile', as: publisher },
    { name: 'settings', path: 'dashboard/settings', as: publisher },
    { name: 'settings-notifications', path: 'dashboard/settings?tab=notifications', as: publisher },
    { name: 'settings-security', path: 'dashboard/settings?tab=security', as: publisher },
    { name: 'settings-account', path: 'dashboard/settings?tab=account', as: publisher },
    {
      name: 'settings-delete-account',
      path: 'dashboard/settings?tab=account',
      as: visitor,
      prepare: (page) => page.getByRole('button', { name: 'Delete my account' }).click(),
    },
    {
      name: 'api-new-token',
      path: 'dashboard/api',
      as: publisher,
      prepare: (page) => page.getByRole('button', { name: 'Create a token' }).click(),
    },
    {
      name: 'api',
      path: 'dashboard/api',
      as: publisher,
      prepare: (page) => page.getByRole('button', { name: /apps\.create/ }).click(),
    },
    {
      name: 'notifications',
      path: 'dashboard',
      as: publisher,
      prepare: (page) => page.getByRole('button', { name: /notifications/i }).click(),
    },
    { name: 'admin', path: 'admin', as: admin },
    { name: 'admin-review', path: `admin?version=${world.waitingVersion}`, as: admin },
    {
      name: 'admin-reject',
      path: `admin?version=${world.waitingVersion}`,
      as: admin,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Reject' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
      },
    },
    { name: 'admin-apps', path: 'admin/apps', as: admin },
    { name: 'admin-users', path: 'admin/users', as: admin },
    {
      name: 'admin-users-role',
      path: 'admin/users',
      as: admin,
      prepare: (page) => page.getByRole('button', { name: 'Change role of Jonas Weber' }).click(),
    },
    { name: 'admin-settings', path: 'admin/settings', as: admin },
  ];
}

/** Shows the strength of a password that is refused. */
async function typeWeakPassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill('lighthouse12');
  await page.getByText('Use four or more words').waitFor();
}

interface Variant {
  readonly size: keyof typeof SIZES;
  readonly scheme: (typeof SCHEMES)[number];
}

/** Takes one picture, and says when the page is wider than its window. */
async function takePicture(browser: Browser, url: string, screen: Screen & Variant): Promise<void> {
  const { name, size, scheme } = screen;
  await using context = await browser.newContext({
    viewport: SIZES[size],
    deviceScaleFactor: size === 'narrow' ? 2 : 1,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  if (screen.as !== null) await context.addCookies([...(await signInAgain(url, screen.as)).cookies]);
  const page = await context.newPage();
  await page.goto(`${url}${screen.path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' });
  await page.waitForLoadState('networkidle');
  await screen.prepare?.(page);
  await page.waitForTimeout(150);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (excess > 0) process.stdout.write(`${name} ${size}: ${excess} px wider than the window\n`);
  await page.evaluate(() => window.scrollTo(0, 0));
  // What lies over the page belongs to the window, not to the whole length of the page.
  const isCovered = (await page.getByRole('dialog').count()) > 0;
  await page.screenshot({ path: join(OUTPUT, `${name}-${size}-${scheme}.png`), fullPage: !isCovered });
  if (name === README_SCREEN && size === 'wide' && scheme === 'light') {
    mkdirSync(join(README_PICTURE, '..'), { recursive: true });
    await page.screenshot({ path: README_PICTURE });
  }
}

const wanted = process.argv.slice(2);
await ensureBuild();
if (wanted.length === 0) rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
try {
  await using server = await startStoreServer();
  const world = await createWorld(server.url);
  for (const screen of screensOf(world)) {
    if (wanted.length > 0 && !wanted.includes(screen.name)) continue;
    for (const scheme of SCHEMES) {
      for (const size of ['wide', 'narrow'] as const) {
        await takePicture(browser, server.url, { ...screen, size, scheme });
      }
    }
  }
} finally {
  await browser.close();
}
