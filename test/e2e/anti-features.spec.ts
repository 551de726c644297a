import { createPublishedApp } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

test('a publisher and staff say what people may not like, and staff mark a version as vulnerable', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { owner, appId, applicationId, name, versionId } = await createPublishedApp(store);
  const listing = { name, summary: 'Zeigt die Gezeiten', description: 'Gezeiten', whatsNew: '', video: '' };
  await owner.call('apps.updateListing', { appId, locale: 'de', revision: 0, listing });
  const ofApp = page.getByRole('list', { name: 'Anti-features of the app' });

  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}?tab=settings`);
  await page.getByRole('button', { name: 'Add an anti-feature' }).click();
  const adding = page.getByRole('dialog', { name: 'Add an anti-feature' });
  await adding.getByLabel('Anti-feature').selectOption('NonFreeNet');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason. Everyone sees it.');
  await adding.getByRole('button', { name: 'Translate the reason' }).click();
  await adding.getByLabel('Reason in English (United States)').fill('It needs our server.');
  await adding.getByLabel('Reason in German (optional)').fill('Sie braucht unseren Server.');
  await checkAllViews(page, axe);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding).toBeHidden();
  await expect(ofApp.getByText('“Sie braucht unseren Server.”')).toBeVisible();

  await signInAs(people.admin);
  await page.goto(`admin/apps?app=${appId}`);
  await page.getByRole('button', { name: 'Edit Proprietary network service' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit “Proprietary network service”' });
  await editing.getByLabel('Reason in English (United States)').fill('It sends contacts to its server.');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing).toBeHidden();
  await expect(ofApp.getByText(/^Set by store staff/)).toBeVisible();
  await page.getByRole('button', { name: 'Mark as vulnerable: version 1.0 (1)', exact: true }).click();
  const marking = page.getByRole('dialog', { name: 'Mark version 1.0 (1) as vulnerable?', exact: true });
  await marking.getByLabel('Reason').fill('CVE-2026-1234: reads any file.');
  await checkAllViews(page, axe);
  await marking.getByRole('button', { name: 'Mark as vulnerable', exact: true }).click();
  await expect(marking).toBeHidden();
  const ofVersions = page.getByRole('list', { name: 'Anti-features of single versions' });
  await expect(ofVersions.getByText('CVE-2026-1234: reads any file.')).toBeVisible();
  await axe();

  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}?tab=settings`);
  await expect(
    page.getByRole('button', { name: 'Remove Proprietary network service' }),
  ).toHaveAccessibleDescription('Store staff set this anti-feature, so only they can change it.');
  await ofVersions.getByRole('link', { name: 'Version 1.0 (1)' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'CVE-2026-1234' })).toContainText(
    'Known vulnerability',
  );
  await axe();

  await expect
    .poll(async () => (await fetch(`${store.url}fdroid/repo/?app=${applicationId}`)).text())
    .toContain('CVE-2026-1234');
  await page.goto(`fdroid/repo/?app=${applicationId}`);
  const card = page.getByRole('region', { name: 'Before you install' });
  await expect(card.getByText('It sends contacts to its server.')).toBeVisible();
  await axe();

  await signInAs(people.admin);
  await page.goto(`admin/apps?app=${appId}`);
  await page.getByRole('button', { name: 'Unmark as vulnerable: version 1.0 (1)' }).click();
  const unmarking = page.getByRole('dialog', { name: 'Unmark version 1.0 (1) as vulnerable?' });
  await expect(unmarking).toBeVisible();
  await axe();
  await unmarking.getByRole('button', { name: 'Unmark as vulnerable' }).click();
  await expect(unmarking).toBeHidden();
  await page.getByRole('button', { name: 'Remove Proprietary network service' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove Proprietary network service?' });
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(removing).toBeHidden();
  const { declared, ofVersions: left } = await owner.call('antiFeatures.list', { appId });
  expect([declared, left]).toEqual([[], []]);
  expect((await owner.call('versions.get', { versionId })).version.vulnerability).toBeNull();
});
