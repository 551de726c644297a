import { SCOPES } from '#shared/token-scope.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';

test('an owner adds a trusted publisher to an app without versions, edits it and removes it', async ({
  page,
  signInAs,
  store,
  axe,
}) => {
  const { owner, appId } = await createOwnApp(store);
  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}?tab=settings`);
  const section = page.getByRole('region', { name: 'Trusted publishers' });
  await section.getByRole('button', { name: 'Add a trusted publisher' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a trusted publisher' });
  await adding.getByLabel('Repository', { exact: true }).fill('app');
  // What the workflow of quayside init needs.
  for (const scope of ['read', 'upload', 'submit'] as const) {
    await expect(adding.getByRole('checkbox', { name: SCOPES[scope] })).toBeChecked();
  }
  await adding.getByRole('button', { name: 'Add trusted publisher' }).click();
  await expect(adding.getByText('Use the owner and the name, such as octo-org/app.')).toBeVisible();
  await axe();
  await adding.getByLabel('Repository', { exact: true }).fill('octo-org/app');
  await adding.getByLabel('Environment (optional)').fill('production');
  await adding.getByRole('button', { name: 'Add trusted publisher' }).click();
  await expect(adding).toBeHidden();
  const row = section.getByRole('listitem').filter({ hasText: 'octo-org/app' });
  await expect(row).toContainText('GitHub Actions · .github/workflows/publish.yml · environment production');
  await expect(row).toContainText('Never used');

  await row.getByRole('button', { name: 'Edit the trusted publisher octo-org/app' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit the trusted publisher' });
  await editing.getByLabel('Issuer').selectOption('GitLab CI');
  await editing.getByLabel('Project', { exact: true }).fill('octo-group/app');
  await editing.getByLabel('Project ID (optional)').fill('74');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing).toBeHidden();
  const changed = section.getByRole('listitem').filter({ hasText: 'octo-group/app' });
  await expect(changed).toContainText('GitLab CI · .gitlab-ci.yml · any environment · ID 74');

  await changed.getByRole('button', { name: 'Remove the trusted publisher octo-group/app' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove this trusted publisher?' });
  await removing.getByRole('button', { name: 'Remove trusted publisher' }).click();
  await expect(removing).toBeHidden();
  await expect(section.getByText('No trusted publishers yet.')).toBeVisible();
});
