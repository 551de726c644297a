import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeIdentity } from '#test/apk-signer.ts';
import { buildPackage } from '#test/world/packages.ts';
import { onboard } from './people.ts';
import { expect, test } from './test.ts';

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
  await page.getByText('Drop the signed APK or IPA').dispatchEvent('drop', { dataTransfer: transfer });
}

test('a dropped package fills in the form, and its upload goes on without choosing it again', async ({
  page,
  axe,
  signInAs,
  store,
}) => {
  const publisher = await onboard(store.url, 'publish');
  await signInAs(publisher);
  await page.goto('dashboard/apps/new');
  await drop(page, 'notes.txt', Buffer.from('no package'));
  await expect(page.getByRole('alert')).toContainText('notes.txt is not an APK.');
  await drop(page, 'harbour.ipa', await readFile(join(PACKAGES, 'harbour.ipa')));
  await expect(page.getByText('The fields below are filled in from the package.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'iOS (IPA)' })).toBeChecked();
  const iosId = await page.getByLabel('Application id').inputValue();
  await page.getByRole('button', { name: 'Take another file' }).click();

  const name = newName();
  const signer = makeIdentity('EC', { name });
  await drop(page, 'app.apk', buildPackage({ from: 'plain', name, versionName: '1.0', signer }));
  await expect(page.getByRole('radio', { name: 'Android (APK)' })).toBeChecked();
  await expect(page.getByLabel('Application id')).toHaveValue(`org.example.${name.toLowerCase()}`);
  await expect(page.getByLabel('Application id')).toHaveAccessibleDescription(/This id is free\./);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  expect(iosId).toContain('.');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await axe();
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Create app and upload the package' }).click();
  await expect(page.getByRole('heading', { name: 'Upload a version' })).toBeVisible();
  await expect(page.getByText('Nothing is wrong with this package.')).toBeVisible();
  await page.getByRole('button', { name: 'Upload this version' }).click();
  await expect(page.getByText('Passed inspection; not submitted for review yet.')).toBeVisible();

  // Later the same screen begins with an empty hand.
  await page.getByRole('link', { name: 'My Apps' }).first().click();
  await page.getByRole('list', { name: 'My apps' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Upload a version' }).click();
  await expect(page.getByRole('button', { name: 'Choose an APK' })).toBeVisible();
});

test('a broken package says so, and the app can be created all the same', async ({
  page,
  signInAs,
  store,
}) => {
  await signInAs(await onboard(store.url, 'publish'));
  await page.goto('dashboard/apps/new');
  await drop(page, 'truncated.apk', await readFile(join(PACKAGES, 'truncated.apk')));
  await expect(page.getByText('This package would not pass inspection')).toBeVisible();
  await expect(page.getByText('Must be fixed').first()).toBeVisible();
  await expect(page.getByLabel('Application id')).toHaveValue('');
});

test('an application id is checked while it is typed', async ({ page, axe, problems, signInAs, store }) => {
  problems.allow(/status of 409/);
  const [publisher, other] = await Promise.all([
    onboard(store.url, 'publish'),
    onboard(store.url, 'publish'),
  ]);
  const ids = `org.example.${newName().toLowerCase()}`;
  const taken = { platform: 'android', applicationId: `${ids}.taken`, name: 'Theirs' } as const;
  await other.call('apps.create', taken);
  await signInAs(publisher);
  await page.goto('dashboard/apps/new');
  const id = page.getByLabel('Application id');
  await id.fill('harbour');
  await expect(id).toHaveAccessibleDescription(/at least two parts joined by dots/);
  await id.fill(taken.applicationId);
  await expect(id).toHaveAccessibleDescription(/is in this store already/);
  await axe();
  await page.getByLabel('Name', { exact: true }).fill('Mine');
  await page.getByRole('button', { name: 'Create app' }).click();
  await expect(id).toBeFocused();
  await page.getByRole('radio', { name: 'iOS (IPA)' }).check();
  await expect(id).toHaveAccessibleDescription(/This id is free\./);
  await page.getByRole('radio', { name: 'Android (APK)' }).check();
  await id.fill(`${ids}.free`);
  await expect(id).toHaveAccessibleDescription(/This id is free\./);
  await page.getByRole('button', { name: 'Create app' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
});
