import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { callAsProgram } from '#test/support/call-as-program.ts';
import { PASSWORD } from '#test/support/people.ts';
import { partLink } from './open-screen.ts';
import { expireAuthentication } from './reauthentication.ts';
import { expect, test } from './test.ts';

test('an API token is created, shown once, used and revoked, using only the keyboard', async ({
  page,
  store,
  signInAs,
  axe,
}) => {
  await signInAs(await store.onboard());
  await page.goto('dashboard/api');
  await page.getByRole('button', { name: 'Create a token' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter a name.');
  await page.keyboard.type('Build server');
  await axe();
  await page.keyboard.press('Enter');
  const secret = (await page.getByRole('dialog').locator('pre').first().textContent())?.trim() ?? '';
  expect(secret).toMatch(/^qs_/);
  const statusOf = async (name: string, data: object) =>
    (await callAsProgram(store, secret, { name, data })).status;
  expect(await statusOf('apps.list', { scope: 'mine' })).toBe(200);
  const app = { platform: 'android', applicationId: 'org.example.token', name: 'Token' };
  expect(await statusOf('apps.create', app)).toBe(403);
  expect(await statusOf('tokens.list', {})).toBe(403);
  await page.getByRole('button', { name: 'I’ve copied it' }).focus();
  await page.keyboard.press('Enter');
  const tokens = page.getByRole('list', { name: 'Tokens' });
  await expect(tokens).toContainText('Build server');
  await page.reload();
  await expect(tokens).toContainText('Last used just now from 127.0.0.1');
  await expect(page.getByText(secret)).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke Build server' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(tokens).toHaveCount(0);
  expect(await statusOf('apps.list', { scope: 'mine' })).toBe(401);
});

test('a sensitive action asks for the password, and continues after it', async ({
  page,
  store,
  signInAs,
  problems,
}) => {
  problems.allow(/status of 400/);
  const publisher = await store.onboard();
  await signInAs(publisher);
  await expireAuthentication(store.database, publisher.uid);
  await page.goto('dashboard/api');
  await page.getByRole('button', { name: 'Create a token' }).click();
  await page.getByLabel('Name').fill('Build server');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill('not the passphrase');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Your password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your new token' })).toBeVisible();
});

test('an account without apps is exported and deleted', async ({ page, store, signInAs }) => {
  const person = await store.onboard({}, 'browse');
  await signInAs(person);
  await page.goto('dashboard/settings?tab=account');
  await page.getByRole('button', { name: 'Prepare my data' }).click();
  await expect(page.getByText(/^Your data is ready: /)).toBeVisible();
  await expect(page.getByText(/expires in [23] days/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const exported = JSON.parse(await readFile((await (await download).path()) ?? '', 'utf8'));
  expect(exported.user.email).toBe(person.email);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('You’re signed out of all 2 sessions');
  await expect(dialog.getByRole('button', { name: 'Delete my account' })).toBeDisabled();
  await dialog.getByRole('textbox').fill(person.email);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(store.signInAgain(person)).rejects.toThrow(/401/);
});

test('a profile picture is cropped, shown in the menu and removed; links are saved', async ({
  page,
  store,
  signInAs,
  axe,
}) => {
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, background: '#1565c0' } });
  await signInAs(await store.onboard());
  await page.goto('dashboard/profile');
  await page
    .getByLabel('Photo file')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() });
  const dialog = page.getByRole('dialog', { name: 'Crop your photo' });
  await expect(dialog.getByRole('img')).toBeVisible();
  await dialog.getByRole('slider', { name: 'Zoom' }).focus();
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Use photo' }).click();
  await expect(dialog).toBeHidden();
  const menuPicture = page.getByRole('navigation', { name: 'Main' }).locator('img');
  await expect(menuPicture).toHaveAttribute('src', /^avatars\/[0-9a-f]{64}\.webp$/);
  await expect.poll(() => menuPicture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(menuPicture).toHaveCount(0);

  await page.getByLabel('Website').fill('http://not-secure.example');
  await page.getByRole('button', { name: 'Save links' }).click();
  await expect(page.getByLabel('Website')).toHaveAccessibleDescription(/starts with https/);
  await page.getByLabel('Website').fill('https://works.example/');
  await page.getByRole('button', { name: 'Save links' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Website')).toHaveValue('https://works.example/');
  await axe();
});

test('dates follow the chosen time zone and language, and preferences are saved', async ({
  page,
  store,
  signInAs,
  axe,
}) => {
  const person = await store.onboard({}, 'browse');
  await signInAs(person);
  await page.goto('dashboard/settings');
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await page.getByLabel('Date and time language').selectOption('de');
  await expect(page.getByText(/Current time: .* um /)).toBeVisible();
  await axe();
  await partLink(page, 'Notifications').click();
  await page.getByRole('checkbox', { name: 'App updates: Email' }).uncheck();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: /^Push/ }).uncheck();
  // The page may still say that the first change is saved.
  await expect
    .poll(async () => (await person.call('notifications.getPreferences', {})).preferences.push)
    .toBe(false);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'App updates: Email' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'App updates: In the app' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'App updates: Push' })).toBeDisabled();
  await axe();
});

test('preferences that fail to load are not shown, and can be reloaded', async ({
  page,
  people,
  problems,
  signInAs,
}) => {
  problems.allow(/status of 500|Notifications CallError/);
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Notifications'));
  const call = '**/us-central1/notifications.getPreferences';
  await page.route(call, (route) => route.fulfill({ status: 500, body: '' }));
  await signInAs(people.user);
  await page.goto('dashboard/settings?tab=notifications');
  const alert = page.getByRole('alert');
  await expect(alert).toBeVisible();
  await logged;
  await expect(page.getByRole('checkbox', { name: 'App updates: Email' })).toHaveCount(0);
  await page.unroute(call);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('checkbox', { name: 'App updates: Email' })).toBeChecked();
});
