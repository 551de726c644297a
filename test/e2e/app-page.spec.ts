import { awaitEmail, invitationLinkOf } from '#test/support/emails.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import { partLink } from './open-screen.ts';
import { expect, test } from './test.ts';

test('the tabs of an app have URLs, count downloads and explain what viewers cannot do', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { owner: developer, appId, submit } = await createOwnApp(store);
  const versionId = await submit('plain', '1.0');
  await people.admin.call('reviews.approve', { versionId });
  const readVersion = async () => (await developer.call('versions.get', { versionId })).version;
  await expect.poll(async () => (await readVersion()).downloadPath).not.toBeNull();
  const { downloadPath } = await readVersion();
  await (await fetch(new URL((downloadPath ?? '').replace(/^\//, ''), store.url))).arrayBuffer();
  const downloads = () => developer.call('apps.versionDownloads', { appId });
  await expect.poll(async () => (await downloads()).total).toBe(1);

  await signInAs(developer);
  await page.goto(`dashboard/apps/${appId}`);
  await expect(page.getByText('1 in the last 30 days')).toBeVisible();
  await page.getByRole('link', { name: 'View statistics' }).click();
  await expect(partLink(page, 'Statistics')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('1 in the last 30 days, 0 in the 30 days before, 1 total.')).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Daily downloads for 30 days' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Downloads by version', exact: true })).toContainText('100%');
  await expect(page.getByRole('figure', { name: 'Share of each day’s downloads' })).toContainText(
    'Each bar is one day’s downloads, divided by version.',
  );
  const byClient = page.getByRole('table', { name: 'Downloads by client', exact: true });
  await expect(byClient).toContainText('Other clients');
  await expect(byClient).toContainText('100%');
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await exported).suggestedFilename()).toMatch(/^downloads-org\.example\..*\.csv$/);
  await page.getByRole('button', { name: '7 days' }).click();
  await expect(page).toHaveURL(/tab=statistics&days=7$/);
  const chart = page.getByRole('figure', { name: 'Daily downloads for 7 days' });
  const day = chart.getByRole('slider', { name: 'Day' });
  await day.focus();
  await expect(day).toHaveAttribute('aria-valuetext', /1\.0 \(1\): 1, 1\.0 \(1\) published on/);
  await expect(chart.getByText(/^1\.0 \(1\) published on /)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(day).toHaveAttribute('aria-valuetext', /1\.0 \(1\): 0$/);
  await axe();
  await page.getByRole('button', { name: 'Show as a table' }).first().click();
  await expect(page.getByRole('table').first()).toContainText(new Date().toISOString().slice(0, 10));
  await expect(page.getByRole('table').last()).toContainText('1.0 (1)');
  await axe();

  const viewer = await store.onboard();
  await developer.call('members.invite', { appId, email: viewer.email, role: 'viewer' });
  const link = new URL(invitationLinkOf(await awaitEmail(store, viewer.email, /^Work on an app/)));
  await viewer.call('members.accept', { token: link.searchParams.get('invitation') ?? '' });
  await signInAs(viewer);
  await page.goto(`dashboard/apps/${appId}?tab=settings`);
  await expect(page.getByRole('button', { name: 'Unpublish app' })).toHaveAccessibleDescription(
    'Only owners of this app can do this.',
  );
  await partLink(page, 'Releases').click();
  await expect(page.getByRole('list', { name: 'Releases' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeHidden();
  await axe();
});

test('an app that was never live is deleted after its name was typed', async ({
  page,
  axe,
  signInAs,
  store,
}) => {
  const { owner: publisher, appId } = await createOwnApp(store, { name: 'Mistake', id: 'mistake' });
  await signInAs(publisher);
  await page.goto(`dashboard/apps/${appId}?tab=settings`);
  await page.getByRole('button', { name: 'Delete app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Mistake?' });
  await expect(dialog.getByRole('button', { name: 'Delete app' })).toBeDisabled();
  await dialog.getByLabel('Enter Mistake to continue').fill('Mistake');
  await axe();
  await dialog.getByRole('button', { name: 'Delete app' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Apps' })).toBeVisible();
  const { apps } = await publisher.call('apps.list', { scope: 'mine' });
  expect(apps).toEqual([]);
});
