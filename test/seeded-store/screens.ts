import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ALL_SCREENS, type Screen as ScreenRecord } from '#client/screens.ts';
import { PASSWORD } from '#test/support/people.ts';
import type { SeededStore } from './seeded-store.ts';
import { TROUBLED_SCREENS } from './troubled-screens.ts';

/** The sizes of window that every screen must suit. */
export const SIZES = {
  wide: { width: 1280, height: 800 },
  narrow: { width: 360, height: 740 },
  huge: { width: 1920, height: 1080 },
} as const;
export const SCHEMES = ['light', 'dark'] as const;

/** One state of one screen. */
export interface Screen {
  readonly name: string;
  readonly path: string | ((seeded: SeededStore) => string);
  /** The person who is signed in; null for none. */
  readonly as: 'admin' | 'publisher' | 'visitor' | 'newcomer' | 'unconfirmed' | null;
  /** Brings the page into this state once it is shown. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Presses the button or link of this name. */
function press(name: string | RegExp) {
  return (page: Page) => page.getByRole('button', { name }).first().click();
}

/** Presses the button of a menu and chooses from it. */
function choose(menu: string | RegExp, name: string) {
  return async (page: Page) => {
    await press(menu)(page);
    await page.getByRole('menuitem', { name }).click();
  };
}

const app = (id: string) => `dashboard/apps/${id}`;
const review = ({ waitingVersion }: SeededStore) => `admin?version=${waitingVersion}`;
const SECURITY = 'dashboard/settings?tab=security';

/** Shows the fields of the operations that the search finds. */
async function openOperations(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('versions.create');
  for (const fields of await page.getByText('Fields and responses').filter({ visible: true }).all())
    await fields.click();
}

/** Returns the person who visits a screen. */
function visitorOf({ path, roles }: ScreenRecord): Screen['as'] {
  if (path === '/onboarding') return 'newcomer';
  if (roles === null) return null;
  return roles.includes('developer') ? 'publisher' : 'admin';
}

/** Returns a screen as it opens, and each of its other parts; none for a path that needs values. */
function statesOf(key: string, record: ScreenRecord): Screen[] {
  if (record.path.includes(':')) return [];
  const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const opened: Screen = { name, path: record.path.slice(1), as: visitorOf(record) };
  const [, ...otherParts] = Object.keys(record.parts);
  return [
    opened,
    ...otherParts.map((part) => ({ ...opened, name: `${name}-${part}`, path: `${opened.path}?tab=${part}` })),
  ];
}

/** Every screen, in each state with its own appearance. */
export const SCREENS: readonly Screen[] = [
  ...ALL_SCREENS.flatMap(([key, record]) => statesOf(key, record)),

  { name: 'sign-up', path: 'login?mode=sign-up', as: null },
  { name: 'forgot-password', path: 'login?mode=forgot', as: null },
  { name: 'reset-password', path: 'login?mode=reset&token=x', as: null, prepare: typeWeakPassword },

  { name: 'store', path: 'fdroid/repo/', as: null },
  { name: 'store-none-matches', path: 'fdroid/repo/?q=nothing', as: null },
  { name: 'store-app', path: 'fdroid/repo/?app=org.example.harbour', as: null },
  { name: 'store-unknown-app', path: 'fdroid/repo/?app=org.example.nothing', as: null },

  { name: 'dashboard-user', path: 'dashboard', as: 'visitor' },
  { name: 'dashboard-admin', path: 'dashboard', as: 'admin' },
  { name: 'dashboard-unconfirmed', path: 'dashboard', as: 'unconfirmed' },
  { name: 'notifications', path: 'dashboard', as: 'publisher', prepare: press(/^Notifications/) },
  { name: 'notifications-page', path: 'dashboard?view=notifications', as: 'publisher' },
  { name: 'invitation-unknown', path: 'dashboard?invitation=unknown', as: 'visitor' },
  {
    name: 'shortcuts',
    path: 'dashboard',
    as: 'publisher',
    prepare: (page) => page.keyboard.press('?'),
  },

  {
    name: 'find',
    path: 'dashboard',
    as: 'admin',
    prepare: (page) => page.keyboard.press('Control+K'),
  },

  { name: 'apps-none', path: 'dashboard/apps', as: 'visitor' },
  { name: 'apps-none-matches', path: 'dashboard/apps?q=nothing', as: 'publisher' },
  { name: 'new-app-errors', path: 'dashboard/apps/new', as: 'publisher', prepare: press('Create app') },

  { name: 'app', path: ({ publishedApp }) => app(publishedApp), as: 'publisher' },
  ...['listing', 'versions', 'releases', 'statistics', 'people', 'settings'].map(
    (tab): Screen => ({
      name: `app-${tab}`,
      path: ({ publishedApp }) => `${app(publishedApp)}?tab=${tab}`,
      as: 'publisher',
    }),
  ),
  ...Object.entries({
    add: 'Add a trusted publisher',
    edit: /^Edit the trusted publisher sub/,
    remove: /^Remove the trusted publisher brandt/,
  }).map(
    ([name, button]): Screen => ({
      name: `app-trusted-publisher-${name}`,
      path: ({ publishedApp }) => `${app(publishedApp)}?tab=settings`,
      as: 'publisher',
      prepare: press(button),
    }),
  ),
  {
    name: 'app-listing-side-by-side',
    path: ({ publishedApp }) => `${app(publishedApp)}?tab=listing&beside=de`,
    as: 'publisher',
  },
  {
    name: 'app-listing-preview',
    path: ({ publishedApp }) => `${app(publishedApp)}?tab=listing&beside=de`,
    as: 'publisher',
    prepare: press('Preview'),
  },
  {
    name: 'app-listing-publish',
    path: ({ publishedApp }) => `${app(publishedApp)}?tab=listing`,
    as: 'publisher',
    prepare: press('Publish changes'),
  },
  {
    name: 'app-listing-history',
    path: ({ publishedApp }) => `${app(publishedApp)}?tab=listing`,
    as: 'publisher',
    prepare: press('Show history'),
  },
  { name: 'app-rejected', path: ({ rejectedApp }) => app(rejectedApp), as: 'publisher' },
  { name: 'app-invalid', path: ({ invalidVersion }) => app(invalidVersion.appId), as: 'publisher' },
  { name: 'app-unknown', path: app('unknown'), as: 'publisher' },
  {
    name: 'new-version',
    path: ({ publishedApp }) => `${app(publishedApp)}/versions/new`,
    as: 'publisher',
  },
  {
    name: 'new-version-findings',
    path: ({ invalidVersion: { appId, versionId } }) => `${app(appId)}/versions/new?version=${versionId}`,
    as: 'publisher',
  },
  {
    name: 'new-version-continue',
    path: ({ unfinishedUpload: { appId, versionId } }) => `${app(appId)}/versions/new?version=${versionId}`,
    as: 'publisher',
  },

  { name: 'profile-picture', path: 'dashboard/profile', as: 'publisher', prepare: choosePicture },
  {
    name: 'settings-two-factor-password',
    path: SECURITY,
    as: 'publisher',
    prepare: press('Set up two-factor authentication'),
  },
  { name: 'settings-two-factor-app', path: SECURITY, as: 'publisher', prepare: beginTwoFactor },
  { name: 'settings-passkey', path: SECURITY, as: 'publisher', prepare: press('Add a passkey') },
  {
    name: 'settings-delete-account',
    path: 'dashboard/settings?tab=account',
    as: 'visitor',
    prepare: press('Delete my account'),
  },
  { name: 'api-reference', path: 'api-reference.html', as: null, prepare: openOperations },
  { name: 'api-new-token', path: 'dashboard/api', as: 'publisher', prepare: press('Create a token') },
  { name: 'api-token', path: 'dashboard/api', as: 'publisher', prepare: createToken },
  { name: 'api-program-code', path: 'dashboard/api?code', as: 'publisher' },
  { name: 'api-program', path: 'dashboard/api?code', as: 'publisher', prepare: showProgram },
  { name: 'api-reauthentication', path: 'dashboard/api', as: 'publisher', prepare: askForReauthentication },

  { name: 'admin-repository', path: 'admin', as: 'admin', prepare: press('Show the QR code') },
  { name: 'admin-queue', path: 'admin?view=queue', as: 'admin' },
  { name: 'admin-queue-none-matches', path: 'admin?view=queue&q=nothing', as: 'admin' },
  { name: 'admin-queue-claim', path: 'admin?view=queue', as: 'admin', prepare: askToClaim },
  { name: 'admin-listings', path: 'admin?view=listings', as: 'admin' },
  {
    name: 'admin-listing-review',
    path: ({ publishedApp }) => `admin?listing=${publishedApp}`,
    as: 'admin',
  },
  {
    name: 'admin-listing-revert',
    path: 'admin?view=listings',
    as: 'admin',
    prepare: press(/^Revert/),
  },
  { name: 'admin-holds', path: 'admin?view=holds', as: 'admin' },
  {
    name: 'admin-app-hold',
    path: ({ publishedApp }) => `admin/apps?app=${publishedApp}`,
    as: 'admin',
    prepare: press('Hold Harbour'),
  },
  {
    name: 'admin-review-hold',
    path: review,
    as: 'admin',
    prepare: choose('More actions', 'Put this version on hold…'),
  },
  { name: 'app-held', path: ({ heldApp }) => app(heldApp), as: 'admin' },
  {
    name: 'admin-holds-stop',
    path: 'admin?view=holds',
    as: 'admin',
    prepare: press('Stop everything with…'),
  },
  { name: 'admin-announcements', path: 'admin?view=announcements', as: 'admin' },
  { name: 'admin-audit', path: 'admin?view=audit', as: 'admin' },
  { name: 'admin-review', path: review, as: 'admin' },
  { name: 'admin-app', path: ({ publishedApp }) => `admin/apps?app=${publishedApp}`, as: 'admin' },
  {
    name: 'admin-users-role',
    path: 'admin/users',
    as: 'admin',
    prepare: choose('Actions for Jonas Weber', 'Change role'),
  },
  {
    name: 'admin-users-quotas',
    path: 'admin/users',
    as: 'admin',
    prepare: choose(/^Actions for Ada/, 'Quotas'),
  },
  {
    name: 'admin-settings-readers',
    path: 'admin/settings?tab=store',
    as: 'admin',
    prepare: (page) => page.getByRole('radio', { name: 'People with a reader token' }).check(),
  },
  ...TROUBLED_SCREENS,
];

/** Returns the path of a screen, below the base path. */
export function pathOf({ path }: Screen, seeded: SeededStore): string {
  return typeof path === 'string' ? path : path(seeded);
}

/** Shows the strength of a rejected password. */
async function typeWeakPassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill('lighthouse12');
  await page.getByText('Use four or more unrelated words').waitFor();
}

async function choosePicture(page: Page): Promise<void> {
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, background: '#1565c0' } });
  await page
    .getByLabel('Photo file')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() });
  await page.getByRole('dialog', { name: 'Crop your photo' }).getByRole('img').waitFor();
}

async function beginTwoFactor(page: Page): Promise<void> {
  await press('Set up two-factor authentication')(page);
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /QR/i }).waitFor();
}

async function submitToken(page: Page): Promise<void> {
  await press('Create a token')(page);
  await page.getByLabel('Name', { exact: true }).fill('Nightly build');
  // The list of apps moves the button when it arrives.
  await page.getByRole('checkbox', { name: /^Harbour/ }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
}

async function createToken(page: Page): Promise<void> {
  await submitToken(page);
  await page.getByLabel('Token', { exact: true }).waitFor();
}

/** Enters the code of a program that waits; a real one would have expired before most screens are visited. */
async function showProgram(page: Page): Promise<void> {
  const now = Date.now();
  const program = {
    name: 'quayside on workbench',
    scopes: ['read', 'upload', 'listing', 'submit', 'release'],
    network: '203.0.113.27',
    isOwnNetwork: false,
    requestedAt: new Date(now - 60_000).toISOString(),
    expiresAt: new Date(now + 540_000).toISOString(),
  };
  await page.route('**/us-central1/deviceAuthorizations.get', (route) =>
    route.fulfill({ json: { result: { program } } }),
  );
  await page.getByRole('textbox', { name: 'Code' }).fill('wdjb mjht');
  await press('Continue')(page);
  await page.getByRole('group', { name: 'Limit to these apps (optional)' }).waitFor();
}

/** Selects a version of the review queue, and asks to claim it. */
async function askToClaim(page: Page): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Select Harbour/ })
    .first()
    .check();
  await press(/^Claim/)(page);
  await page.getByRole('dialog', { name: /^Claim/ }).waitFor();
}

/** Makes the server require reauthentication immediately. */
async function askForReauthentication(page: Page): Promise<void> {
  await page.route('**/us-central1/tokens.create', (route) =>
    route.fulfill({
      status: 400,
      json: {
        error: {
          status: 'FAILED_PRECONDITION',
          message: 'Confirm first.',
          details: { reason: 'reauthentication' },
        },
      },
    }),
  );
  await submitToken(page);
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
}
