import type { Page, Request } from '@playwright/test';
import type { CallName, CallResult } from '#shared/calls.ts';
import { WEBHOOK_EVENTS } from '#shared/events.ts';
import { setupStepSchema } from '#shared/setup/checklist.ts';
import { waitUntilLoaded } from '#test/support/loaded-page.ts';
import type { Screen } from './screens.ts';

/*
 * States that a healthy store never shows: the browser gets the responses of a store in trouble.
 */

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const MB = 1024 ** 2;

/** Changes the responses of a call from now on. */
export function changeAnswer<Name extends CallName>(
  page: Page,
  name: Name,
  change: (result: CallResult<Name>) => CallResult<Name>,
): Promise<unknown> {
  return page.route(`**/us-central1/${name}`, async (route) => {
    const response = await route.fetch();
    const { result } = await response.json();
    await route.fulfill({ response, json: { result: change(result) } });
  });
}

/** Reloads the page with the changed responses. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await waitUntilLoaded(page);
}

async function breakMail(page: Page): Promise<void> {
  await changeAnswer(page, 'admin.overview', (overview) => ({
    ...overview,
    mail: {
      isKept: false,
      waiting: 1_240,
      waitingSince: hoursAgo(3.5),
      failed: 2,
      lastError:
        'Invalid login: 535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6-smtp.mailprovider.example',
    },
  }));
  await reload(page);
  await page.getByText(/can’t be sent/).waitFor();
}

async function rejectTestEmail(page: Page): Promise<void> {
  await changeAnswer(page, 'setup.getChecklist', (checklist) => ({
    ...checklist,
    email: { ...checklist.email, server: 'smtp.mailprovider.example:587' },
  }));
  await changeAnswer(page, 'setup.sendTestEmail', (result) => ({
    ...result,
    outcome: 'failed',
    problem: 'smtp.mailprovider.example:587 rejected the user name or password in SMTP_URL.',
    response: '535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6-smtp.mailprovider.example',
  }));
  await reload(page);
  await page.getByRole('button', { name: 'Send a test message' }).click();
  await page.getByText('The test message wasn’t sent').waitFor();
}

/** Leaves the last two steps. */
async function finishSetup(page: Page): Promise<void> {
  await changeAnswer(page, 'setup.getChecklist', (checklist) => ({
    ...checklist,
    done: setupStepSchema.options.slice(0, 5),
    email: { ...checklist.email, server: 'smtp.mailprovider.example:587', testedAt: hoursAgo(1) },
  }));
  await reload(page);
  await page.getByText('5 of 7 done').waitFor();
}

async function breakStorage(page: Page): Promise<void> {
  const keys = (count: number) =>
    Array.from({ length: count }, (_, index) => `graphics/${String(index).repeat(64).slice(0, 64)}.png`);
  await changeAnswer(page, 'admin.overview', (overview) => ({
    ...overview,
    disk: {
      reserveBytes: 1024 * MB,
      disks: [
        { parts: ['storage'], freeBytes: 312 * MB, totalBytes: 80_000 * MB, isLow: true },
        { parts: ['database'], freeBytes: 9_000 * MB, totalBytes: 20_000 * MB, isLow: false },
      ],
    },
    files: {
      finishedAt: hoursAgo(3.5),
      removed: 1,
      removedKeys: ['incoming/0b0ccbd9-50a5-4e23-a3b0-27eb3a1bc1d4'],
      missing: 22,
      missingKeys: keys(20),
      unknown: 2,
      unknownKeys: ['backup/monday.tar', 'notes.txt'],
    },
    fileProblems: {
      damaged: 1,
      missing: 22,
      files: keys(20).map((key, index) => ({
        key,
        problem: index === 0 ? 'damaged' : 'missing',
        since: hoursAgo(50 - index),
      })),
    },
  }));
  await reload(page);
  await page.getByText('Show files').first().click();
}

async function breakSystem(page: Page): Promise<void> {
  const failure = { error: 'The disk is full.', runsAt: hoursAgo(-0.5), isDue: false };
  await changeAnswer(page, 'admin.overview', (overview) => ({
    ...overview,
    audit: { problemCount: 2 },
    disk: {
      reserveBytes: 1024 * MB,
      disks: [
        { parts: ['storage', 'database'], freeBytes: 60_000 * MB, totalBytes: 80_000 * MB, isLow: false },
        { parts: ['data'], freeBytes: 312 * MB, totalBytes: 20_000 * MB, isLow: true },
      ],
    },
    system: {
      ...overview.system,
      failingJobs: 23,
      failedDeliveries: 4,
      oldestJobSeconds: 5 * 3_600,
      lastFailures: [
        { ...failure, id: '1', name: 'analyse-version' },
        {
          id: '2',
          name: 'send-outbox',
          error:
            'connect ETIMEDOUT 2001:db8:85a3:8d3:1319:8a2e:370:7348:587 (smtp.mailprovider.example): no response to EHLO within 30 s',
          runsAt: null,
          isDue: false,
        },
        { ...failure, id: '3', name: 'remove-expired-exports', runsAt: null },
      ],
    },
  }));
  await reload(page);
  await page.getByText('23 jobs are failing').waitFor();
}

/** Fails a call, or only its later pages, in a way that no automatic retry can change. */
function failCall(page: Page, name: CallName, isAffected: (request: Request) => boolean = () => true) {
  return page.route(`**/us-central1/${name}`, (route, request) =>
    isAffected(request)
      ? route.fulfill({
          status: 400,
          json: {
            error: {
              status: 'INTERNAL',
              message: 'Something went wrong on the server.',
              details: { requestId: '01k3v9m2q8e4r7t5' },
            },
          },
        })
      : route.fallback(),
  );
}

async function failLists(page: Page): Promise<void> {
  await failCall(page, 'users.list', (request) => 'publishing' in request.postDataJSON().data);
  await reload(page);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
}

async function failNextPage(page: Page): Promise<void> {
  await changeAnswer(page, 'users.list', (result) => ({ ...result, nextCursor: 'next' }));
  await failCall(page, 'users.list', (request) => 'cursor' in request.postDataJSON().data);
  await reload(page);
  await page.getByRole('button', { name: 'Load more' }).last().click();
  await page.getByText('The next rows couldn’t be loaded.').waitFor();
}

function exportIn(status: 'preparing' | 'failed' | 'ready') {
  return async (page: Page) => {
    await changeAnswer(page, 'account.getExport', () => ({
      export: {
        status,
        requestedAt: hoursAgo(0.05),
        expiresAt: status === 'ready' ? hoursAgo(-70) : null,
        size: status === 'ready' ? 184_320 : null,
      },
    }));
    await reload(page);
  };
}

async function keepCredentials(page: Page): Promise<void> {
  await page.route('**/auth/reset-password', (route) =>
    route.fulfill({
      json: {
        status: true,
        wasUnconfirmed: false,
        revocationToken: 'x',
        kept: { tokens: 2, passkeys: 1, twoFactor: true },
      },
    }),
  );
  await page.getByLabel('New password', { exact: true }).fill('seven quiet lighthouses');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('heading', { name: 'Revoke other access' }).waitFor();
}

async function failWebhooks(page: Page): Promise<void> {
  const webhook = { appId: 'x', createdAt: hoursAgo(24 * 40), failingSince: null, disabledAt: null };
  await changeAnswer(page, 'webhooks.list', () => ({
    webhooks: [
      {
        ...webhook,
        id: 'off',
        url: 'https://ci.brandt.example/hooks/quayside?project=harbour-android-production',
        events: [...WEBHOOK_EVENTS],
        failingSince: hoursAgo(80),
        disabledAt: hoursAgo(8.5),
      },
      {
        ...webhook,
        id: 'failing',
        url: 'https://chat.brandt.example/in/7f3a',
        events: ['version.approved', 'version.rejected'],
        failingSince: hoursAgo(5.5),
      },
    ],
  }));
  await page.route('**/us-central1/webhooks.deliveries', (route) =>
    route.fulfill({
      json: {
        result: {
          nextCursor: null,
          deliveries: [
            {
              id: 'd1',
              webhookId: 'off',
              eventId: 'a3c1c0de-0000-4000-8000-000000000000',
              event: 'version.published',
              payload: '{"type":"version.published"}',
              status: 'failed',
              attempts: 12,
              responseStatus: 502,
              response: 'Bad Gateway',
              durationMs: 312,
              createdAt: hoursAgo(80),
              finishedAt: hoursAgo(32),
              nextAttemptAt: null,
            },
          ],
        },
      },
    }),
  );
  await reload(page);
  await page
    .getByRole('button', { name: /^Deliveries to/ })
    .first()
    .click();
  await page.getByText('Failed', { exact: true }).waitFor();
}

const ACCOUNT = 'dashboard/settings?tab=account';

/** The screens of a store, an account and an app in trouble. */
export const TROUBLED_SCREENS: readonly Screen[] = [
  { name: 'admin-setup', path: 'admin', as: 'admin', prepare: finishSetup },
  { name: 'admin-test-email-failed', path: 'admin', as: 'admin', prepare: rejectTestEmail },
  { name: 'admin-mail-problems', path: 'admin', as: 'admin', prepare: breakMail },
  { name: 'admin-storage-problems', path: 'admin', as: 'admin', prepare: breakStorage },
  { name: 'admin-system-problems', path: 'admin', as: 'admin', prepare: breakSystem },
  { name: 'admin-users-requests-failed', path: 'admin/users', as: 'admin', prepare: failLists },
  { name: 'admin-users-next-page-failed', path: 'admin/users', as: 'admin', prepare: failNextPage },
  { name: 'settings-export-preparing', path: ACCOUNT, as: 'publisher', prepare: exportIn('preparing') },
  { name: 'settings-export-failed', path: ACCOUNT, as: 'publisher', prepare: exportIn('failed') },
  { name: 'settings-export-ready', path: ACCOUNT, as: 'publisher', prepare: exportIn('ready') },
  { name: 'reset-password-kept', path: 'login?mode=reset&token=x', as: null, prepare: keepCredentials },
  {
    name: 'app-webhooks-failing',
    path: ({ publishedApp }) => `dashboard/apps/${publishedApp}?tab=settings`,
    as: 'publisher',
    prepare: failWebhooks,
  },
];
