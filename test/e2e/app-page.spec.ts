import { mailedInvitation } from './letters.ts';
import { onboard } from './people.ts';
import { createApp, submitVersion } from './publisher.ts';
import { expect, test } from './test.ts';

// A server of its own: these tests bring the fixtures' one app to it.
test.use({ storeOptions: { basePath: '/app-page/' } });

test('the parts of an app have addresses, count its downloads and say what a viewer may not do', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  test.setTimeout(120_000);
  const { developer, admin } = people;
  const appId = await createApp(developer);
  const versionId = await submitVersion(developer, appId, 'plain.apk');
  await admin.call('reviews.approve', { versionId });
  const readVersion = async () => (await developer.call('versions.get', { versionId })).version;
  await expect.poll(async () => (await readVersion()).downloadPath).not.toBeNull();
  const { downloadPath } = await readVersion();
  await (await fetch(new URL((downloadPath ?? '').replace(/^\//, ''), store.url))).arrayBuffer();
  const downloads = () => developer.call('apps.versionDownloads', { appId });
  await expect.poll(async () => (await downloads()).total).toBe(1);

  await signInAs(developer);
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByText('1 in the last 30 days')).toBeVisible();
  await page.getByRole('link', { name: 'See the statistics' }).click();
  await expect(page.getByRole('tab', { name: 'Statistics' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('1 in the last 30 days, 0 in the 30 days before, 1 in all.')).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Chart of the downloads a day, 30 days' })).toBeVisible();
  await page.getByRole('button', { name: '7 days' }).click();
  await expect(page).toHaveURL(/tab=statistics&days=7$/);
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect(page.getByRole('table').first()).toContainText(new Date().toISOString().slice(0, 10));
  await expect(page.getByRole('table').last()).toContainText('1.0 (1)');
  await axe();

  const viewer = await onboard(store.url, 'publish');
  await developer.call('members.invite', { appId, email: viewer.email, role: 'viewer' });
  const link = new URL(await mailedInvitation(store, viewer.email, /^Work on Harbour/));
  await viewer.call('members.accept', { token: link.searchParams.get('invitation') ?? '' });
  await signInAs(viewer);
  await page.goto(`dashboard/apps/${appId}?tab=settings`);
  await expect(page.getByRole('button', { name: 'Unpublish the app' })).toHaveAccessibleDescription(
    'Only owners of this app may do this.',
  );
  await page.getByRole('tab', { name: 'Releases' }).click();
  await expect(page.getByRole('button', { name: 'Publish now' })).toHaveAccessibleDescription(
    'Only owners and maintainers of this app may do this.',
  );
  await axe();
});

test('an app that was never public is deleted, after its name was typed', async ({
  page,
  axe,
  signInAs,
  store,
}) => {
  const publisher = await onboard(store.url, 'publish');
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.mistake',
    name: 'Mistake',
  });
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${app.id}?tab=settings`);
  await page.getByRole('button', { name: 'Delete the app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Mistake?' });
  await expect(dialog.getByRole('button', { name: 'Delete the app' })).toBeDisabled();
  await dialog.getByLabel('Enter Mistake to go on').fill('Mistake');
  await axe();
  await dialog.getByRole('button', { name: 'Delete the app' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Apps' })).toBeVisible();
  const { apps } = await publisher.call('apps.list', { scope: 'mine' });
  expect(apps).toEqual([]);
});
