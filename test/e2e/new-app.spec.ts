import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import { PASSWORD } from '#test/support/people.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

/** Seven letters that no other app of the store has. */
const newName = () =>
  `N${randomBytes(3)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`;

const PACKAGES = join(import.meta.dirname, '../fixtures/packages');

/** Drops a file on the page as a person's mouse would. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ fileName, content }) => {
      const dropped = new DataTransfer();
      const data = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      dropped.items.add(new File([data], fileName));
      return dropped;
    },
    { fileName: name, content: bytes.toString('base64') },
  );
  await page.getByText('Drop your app’s signed APK or IPA').dispatchEvent('drop', { dataTransfer: transfer });
}

test('a dropped package fills in the form, and is uploaded without choosing it again', async ({
  page,
  axe,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  await signInAs(publisher);
  await page.goto('dashboard/apps/new');
  await drop(page, 'notes.txt', Buffer.from('no package'));
  await expect(page.getByRole('alert')).toContainText('notes.txt isn’t an APK.');
  await drop(page, 'harbour.ipa', await readFile(join(PACKAGES, 'harbour.ipa')));
  await expect(page.getByText('We filled in the fields below from the package.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'iOS (IPA)' })).toBeChecked();
  const iosId = await page.getByLabel('Application ID').inputValue();
  await page.getByRole('button', { name: 'Choose another file' }).click();

  const name = newName();
  const signer = makeIdentity('EC', { name });
  await drop(page, 'app.apk', buildPackage({ from: 'plain', name, versionName: '1.0', signer }));
  await expect(page.getByRole('radio', { name: 'Android (APK)' })).toBeChecked();
  await expect(page.getByLabel('Application ID')).toHaveValue(`org.example.${name.toLowerCase()}`);
  await expect(page.getByLabel('Application ID')).toHaveAccessibleDescription(/This ID is available\./);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel('Application ID')).toHaveAttribute('readonly');
  await expect(page.getByRole('radio', { name: 'iOS (IPA)' })).toBeDisabled();
  expect(iosId).toContain('.');
  await checkAllViews(page, axe);

  await page.getByRole('button', { name: 'Create app and upload package' }).click();
  await expect(page.getByRole('heading', { name: 'Upload a version' })).toBeVisible();
  await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible();

  // Later the same screen begins with an empty hand.
  await page.getByRole('link', { name: 'My Apps' }).first().click();
  await page.getByRole('table', { name: 'My apps' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Upload a version' }).click();
  await expect(page.getByRole('button', { name: 'Choose an APK' })).toBeVisible();
});

test('a broken package is reported, and the app can still be created', async ({ page, signInAs, store }) => {
  await signInAs(await store.onboard());
  await page.goto('dashboard/apps/new');
  await drop(page, 'truncated.apk', await readFile(join(PACKAGES, 'truncated.apk')));
  await expect(page.getByText('This package would fail inspection')).toBeVisible();
  await expect(page.getByText('Must be fixed').first()).toBeVisible();
  await expect(page.getByLabel('Application ID')).toHaveValue('');
  const name = newName();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Application ID').fill(`org.example.${name.toLowerCase()}`);
  await page.getByRole('button', { name: 'Create app without the package' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a package that would fail inspection is rejected before the app exists', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  const publisher = await store.onboard();
  await people.admin.call('users.setQuotas', { uid: publisher.uid, overrides: { storedMegabytes: 1 } });
  await signInAs(publisher);
  await page.goto('dashboard/apps/new');
  const name = newName();
  const signer = makeIdentity('EC', { name });
  const ballast = randomBytes(2 * 1024 ** 2);
  await drop(page, 'app.apk', buildPackage({ from: 'plain', name, versionName: '1.0', signer, ballast }));
  await expect(
    page.getByText('This package can’t be uploaded now. You have reached your quota'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create app without the package' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByRole('button', { name: 'Create app', exact: true })).toBeVisible();
});

test('an application id is checked while it is typed', async ({ page, axe, problems, signInAs, store }) => {
  problems.allow(/status of 409/);
  const [publisher, other] = await Promise.all([store.onboard(), store.onboard()]);
  const ids = `org.example.${newName().toLowerCase()}`;
  const taken = { platform: 'android', applicationId: `${ids}.taken`, name: 'Theirs' } as const;
  await other.call('apps.create', taken);
  await signInAs(publisher);
  await page.goto('dashboard/apps/new');
  const id = page.getByLabel('Application ID');
  await id.fill('harbour');
  await expect(id).toHaveAccessibleDescription(/at least two parts joined by dots/);
  await id.fill(taken.applicationId);
  await expect(id).toHaveAccessibleDescription(/is already in this store/);
  await axe();
  await page.getByLabel('Name', { exact: true }).fill('Mine');
  await page.getByRole('button', { name: 'Create app' }).click();
  await expect(id).toBeFocused();
  await page.getByRole('radio', { name: 'iOS (IPA)' }).check();
  await expect(id).toHaveAccessibleDescription(/This ID is available\./);
  await page.getByRole('radio', { name: 'Android (APK)' }).check();
  await id.fill(`${ids}.free`);
  await expect(id).toHaveAccessibleDescription(/This ID is available\./);
  await page.getByRole('button', { name: 'Create app' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
});

test('a newcomer gets from sign-up to a submitted first version in eight clicks', async ({ page }) => {
  let clicks = 0;
  const click = async (role: 'link' | 'button' | 'checkbox', label: string | RegExp) => {
    clicks += 1;
    await page.getByRole(role, { name: label }).first().click();
  };
  const name = newName();
  const signer = makeIdentity('EC', { name });

  await page.goto('login');
  await click('link', 'Create an account');
  await page.getByLabel('Your name').fill('Nora Newcomer');
  await page.getByLabel('Email').fill(`nora.${name.toLowerCase()}@people.example`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await click('button', 'Create account');
  await page.getByLabel('Developer name').fill('Nora’s Apps');
  await click('checkbox', 'I accept these terms.');
  await click('button', 'Finish');
  await click('link', 'Create your first app');
  const chooser = page.waitForEvent('filechooser');
  await click('button', 'Choose package');
  const buffer = buildPackage({ from: 'plain', name, versionName: '1.0', signer });
  await (await chooser).setFiles({ name: 'app.apk', mimeType: 'application/octet-stream', buffer });
  await expect(page.getByText('We filled in the fields below from the package.')).toBeVisible();
  await page.getByLabel('Summary').fill('Shows the tides');
  await page.getByLabel('Description').fill('Shows tides and free moorings.');
  await page.getByLabel('Category').selectOption('Navigation');
  await click('button', 'Create app and upload package');
  await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Listing checklist' })).toBeHidden();
  await click('button', 'Submit for review');
  await expect(page.getByRole('article').getByText(/^Submitted .* ago/)).toBeVisible();
  expect(clicks).toBe(8);
});
