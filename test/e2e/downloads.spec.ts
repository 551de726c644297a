import { createOwnApp } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';
import { checkSchemes } from './themes.ts';

test('downloads over time are empty at first, then a chart and a table', async ({
  page,
  people,
  store,
  signInAs,
  axe,
}) => {
  const { owner: developer, name, submit } = await createOwnApp(store);
  await signInAs(developer);
  const downloads = page.getByRole('region', { name: 'Downloads' });
  await page.goto('dashboard');
  await downloads.scrollIntoViewIfNeeded();
  await expect(page.getByText('No downloads in the last 30 days.')).toBeVisible();

  const versionId = await submit('plain', '1.0');
  await people.admin.call('reviews.approve', { versionId });
  await expect
    .poll(async () => (await developer.call('versions.get', { versionId })).version.downloadPath)
    .not.toBeNull();
  const { version } = await developer.call('versions.get', { versionId });
  const file = await fetch(new URL((version.downloadPath ?? '').replace(/^\//, ''), store.url));
  expect(file.status).toBe(200);
  await file.arrayBuffer();
  await expect.poll(async () => (await developer.call('apps.downloads', {})).total).toBe(1);

  await page.goto('dashboard');
  await downloads.scrollIntoViewIfNeeded();
  await expect(page.getByText('1 in the last 30 days, 0 in the 30 days before.')).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Daily downloads for 30 days' })).toBeVisible();
  await checkSchemes(page, axe);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Show as a table' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table').first()).toContainText(new Date().toISOString().slice(0, 10));
  await expect(page.getByRole('table').last()).toContainText(name);
  await axe();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
