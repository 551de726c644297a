import { createOwnApp, createPublishedApp } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

/** The name of a published app, and the same with a Cyrillic a. */
const NAME = 'Sailing';
const FORGED = 'S\u0430iling';

test('a publisher is warned of a name that imitates another app, and a reviewer calls the pair not confusing', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const developer = (name: string) => ({
    name: 'Dora Developer',
    developer: { name, type: 'individual' as const },
  });
  const original = await createPublishedApp(store, {
    name: NAME,
    owner: await store.onboard(developer('Windward Software')),
    hasOwnLabels: true,
  });
  const copy = await createOwnApp(store, {
    name: 'Regatta',
    owner: await store.onboard(developer('Quick Clones')),
    hasOwnLabels: true,
  });
  await people.admin.call('settings.update', { settings: { rules: { 'lookalike-icon': 'off' } } });

  const warning = page.getByText(`Looks like another app in this store: ${NAME} by Windward Software`);
  await signInAs(copy.owner);
  await page.goto(`dashboard/apps/${copy.appId}?tab=listing`);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Regatta');
  await expect(warning).toBeHidden();
  await page.getByLabel('Name', { exact: true }).fill(FORGED);
  await expect(warning).toBeVisible();
  await checkAllViews(page, axe);
  await page.screenshot({ path: 'test-results/lookalike-editor.png' });

  const { id: versionId } = await copy.upload();
  await page.goto(`dashboard/apps/${copy.appId}?version=${versionId}`);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`Name: “${FORGED}” and “${NAME}” (U+0430)`)).toBeVisible();
  await axe();
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(dialog).toBeHidden();

  await signInAs(people.admin);
  await page.goto(`admin?version=${versionId}`);
  const lookalikes = page.getByRole('region', { name: 'Looks like another app' });
  const item = lookalikes
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: NAME, exact: true }) });
  await expect(item.getByText('by Windward Software')).toBeVisible();
  await expect(item.getByText(`Name: “${FORGED}” and “${NAME}” (U+0430)`)).toBeVisible();
  await expect(item.getByRole('link', { name: NAME, exact: true })).toHaveAttribute(
    'href',
    new RegExp(`=${original.appId}$`),
  );
  await checkAllViews(page, axe);
  await page.screenshot({ path: 'test-results/lookalikes-dark.png' });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: 'test-results/lookalikes.png' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.screenshot({ path: 'test-results/lookalikes-narrow.png', fullPage: true });
  await item.getByRole('button', { name: `Not confusing: ${NAME}` }).click();
  await expect(lookalikes).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect(lookalikes).toBeHidden();
});
