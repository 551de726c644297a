import type { Page } from '@playwright/test';
import type { CallResult } from '#shared/calls.ts';
import type { SeededStore } from '#test/seeded-store/seeded-store.ts';
import { changeAnswer } from '#test/seeded-store/troubled-screens.ts';
import { waitUntilLoaded } from '#test/support/loaded-page.ts';
import { PASSWORD } from '#test/support/people.ts';
import { test } from './seeded-test.ts';
import { expectStructure } from './structure.ts';
import { expect } from './test.ts';

/* Dialogs that no screen of `SCREENS` opens. What the seeded store doesn't have comes from changed responses. */

/** A page, and the dialogs that its buttons open. */
interface DialogPage {
  readonly name: string;
  readonly as: 'admin' | 'publisher' | 'visitor';
  readonly path: (seeded: SeededStore) => string;
  /** Changes the responses that the page gets. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** The title of each dialog, and how it is opened. */
  readonly dialogs: readonly (readonly [RegExp, (page: Page) => Promise<unknown>])[];
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

function choose(menu: RegExp, item: string) {
  return async (page: Page) => {
    await press(menu)(page);
    await page.getByRole('menuitem', { name: item }).click();
  };
}

const app = ({ publishedApp }: SeededStore, tab = 'overview') => `dashboard/apps/${publishedApp}?tab=${tab}`;
const managedApp = ({ publishedApp }: SeededStore) => `admin/apps?app=${publishedApp}`;
const security = () => 'dashboard/settings?tab=security';

const NOW = new Date().toISOString();
const TOKENS: CallResult<'tokens.list'>['tokens'] = ['Nightly build', 'Release'].map((name, index) => ({
  id: `token-${index}`,
  name,
  scopes: ['read'],
  appIds: null,
  hint: 'qs_4fRt',
  createdAt: NOW,
  expiresAt: null,
  expired: false,
  lastUsedAt: null,
  lastUsedFrom: null,
}));

const addTokens = (call: 'tokens.list' | 'tokens.listOfUser') => (page: Page) =>
  changeAnswer(page, call, () => ({ tokens: TOKENS }));

const setAppStatus = (status: 'removed' | 'unpublished') => (page: Page) =>
  changeAnswer(page, 'apps.get', (result) => ({ ...result, app: { ...result.app, status } }));

const declareAds = (page: Page) =>
  changeAnswer(page, 'antiFeatures.list', (result) => ({
    ...result,
    declared: [{ antiFeature: 'Ads', setBy: 'publisher', setAt: NOW, reasons: {} }],
  }));

async function turnOnTwoFactor(page: Page): Promise<void> {
  await changeAnswer(page, 'users.me', (result) => ({
    ...result,
    user: { ...result.user, twoFactorEnabled: true },
  }));
  await page.route('**/page-start', (route) => route.fulfill({ status: 404 }));
  await page.route('**/passkey/list-user-passkeys', (route) =>
    route.fulfill({ json: [{ id: 'key', name: 'Phone', createdAt: NOW }] }),
  );
  await page.route('**/two-factor/generate-backup-codes', (route) =>
    route.fulfill({ json: { backupCodes: ['a1b2-c3d4', 'e5f6-g7h8'] } }),
  );
}

async function generateCodes(page: Page): Promise<void> {
  await press('Generate new recovery codes')(page);
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Lists everyone among those who asked. */
const askToPublish = (page: Page) =>
  page.route('**/us-central1/users.list', (route) => route.continue({ postData: { data: {} } }));

const invite = (page: Page) =>
  page.route('**/us-central1/members.getInvitation', (route) =>
    route.fulfill({
      json: {
        result: {
          invitation: {
            appId: 'app',
            appName: 'Harbour',
            email: 'jonas@mail.example',
            role: 'maintainer',
            invitedByName: 'Ada Brandt',
            expiresAt: NOW,
          },
          denialReason: null,
        },
      },
    }),
  );

const PAGES: readonly DialogPage[] = [
  {
    name: 'a listing review',
    as: 'admin',
    path: ({ publishedApp }) => `admin?listing=${publishedApp}`,
    dialogs: [
      [/^Approve/, press(/^Approve \d/)],
      [/^Reject/, press(/^Reject \d/)],
    ],
  },
  {
    name: 'the settings of an app',
    as: 'publisher',
    path: (seeded) => app(seeded, 'settings'),
    prepare: declareAds,
    dialogs: [
      [/^Add an anti-feature/, press('Add an anti-feature')],
      [/^Edit /, press(/^Edit .*[Aa]d/)],
      [/^Remove /, press(/^Remove .*[Aa]d/)],
      [/^Required build provenance/, press('Require provenance')],
      [/^Unpublish Harbour/, press('Unpublish app')],
    ],
  },
  {
    name: 'an unpublished app',
    as: 'publisher',
    path: (seeded) => app(seeded, 'settings'),
    prepare: setAppStatus('unpublished'),
    dialogs: [[/^Publish Harbour again/, press(/^Publish.* again/)]],
  },
  {
    name: 'the listing of an app',
    as: 'publisher',
    path: (seeded) => `${app(seeded, 'listing')}&locale=de`,
    dialogs: [
      [/^Add a language/, press('Add a language')],
      [/^Delete the listing in German/, press('Delete German')],
    ],
  },
  {
    name: 'the releases of an app',
    as: 'publisher',
    path: (seeded) => app(seeded, 'releases'),
    dialogs: [
      [/^When should/, press('Change date')],
      [/^When the rollout/, press('Halt when…')],
    ],
  },
  {
    name: 'a version in review',
    as: 'publisher',
    path: (seeded) => app(seeded),
    dialogs: [[/^Withdraw/, press('Withdraw')]],
  },
  {
    name: 'two-factor authentication and passkeys',
    as: 'publisher',
    path: security,
    prepare: turnOnTwoFactor,
    dialogs: [
      [/^Turn off two-factor/, press('Turn off')],
      [/^Remove Phone/, press('Remove Phone')],
      [/^Your new recovery codes/, generateCodes],
    ],
  },
  {
    name: 'API tokens',
    as: 'publisher',
    path: () => 'dashboard/api',
    prepare: addTokens('tokens.list'),
    dialogs: [
      [/^Revoke Nightly build/, press(/^Revoke Nightly build/)],
      [/^Revoke all 2 tokens/, press('Revoke all tokens')],
    ],
  },
  {
    name: 'an invitation',
    as: 'visitor',
    path: () => 'dashboard?invitation=secret',
    prepare: invite,
    dialogs: [[/^Decline the invitation/, press('Decline')]],
  },
  {
    name: 'a managed app',
    as: 'admin',
    path: managedApp,
    dialogs: [
      [/^Remove Harbour/, press(/^Remove app/)],
      [/^Remove version/, press(/^Remove version/)],
      [/^Mark version .* as vulnerable/, press(/^Mark as vulnerable/)],
    ],
  },
  {
    name: 'a removed app',
    as: 'admin',
    path: managedApp,
    prepare: setAppStatus('removed'),
    dialogs: [[/^Restore Harbour/, press(/^Restore app/)]],
  },
  {
    name: 'users',
    as: 'admin',
    path: () => 'admin/users',
    prepare: addTokens('tokens.listOfUser'),
    dialogs: [
      [/^Suspend Jonas Weber/, choose(/^Actions for Jonas/, 'Suspend')],
      [/^API tokens of Jonas Weber/, choose(/^Actions for Jonas/, 'API tokens')],
    ],
  },
  {
    name: 'publishing requests',
    as: 'admin',
    path: () => 'admin/users',
    prepare: askToPublish,
    dialogs: [[/^Decline/, press(/^Decline/)]],
  },
  {
    name: 'the history of the settings',
    as: 'admin',
    path: () => 'admin/settings?tab=history',
    dialogs: [[/^Undo the change/, press(/^Undo the change/)]],
  },
];

for (const { name, as, path, prepare, dialogs } of PAGES) {
  test(`the dialogs of ${name} are accessible`, async ({ page, axe, signInAs, seeded, problems }) => {
    problems.allow(/status of 404/);
    await signInAs(seeded[as]);
    await prepare?.(page);
    await page.goto(path(seeded));
    await waitUntilLoaded(page);
    for (const [title, open] of dialogs) {
      await test.step(String(title), async () => {
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await open(page);
        const dialog = page.getByRole('dialog', { name: title });
        await expect(dialog).toBeVisible();
        await expect(dialog.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
        await expectStructure(page);
        await axe();
        await page.keyboard.press('Escape');
      });
    }
  });
}
