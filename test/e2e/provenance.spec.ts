import type { Provenance } from '#shared/provenance/provenance.ts';
import { createPublishedApp } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';
import { checkAllViews } from './themes.ts';

const BUILT: Provenance = {
  repository: 'https://github.com/example/harbour',
  repositoryId: '4711',
  commit: '5f2c1a90d3e84b7f6a1c0d9e8b7a6f5e4d3c2b1a',
  ref: 'refs/tags/v1.0',
  workflow: '.github/workflows/release.yml',
  runUrl: 'https://github.com/example/harbour/actions/runs/12/attempts/1',
  runner: 'github-hosted',
  issuer: 'https://token.actions.githubusercontent.com',
  logIndex: '1',
};

test('an owner requires provenance, and a reviewer sees another repository than before', async ({
  page,
  axe,
  people,
  problems,
  signInAs,
  store,
}) => {
  problems.allow(/status of 400/);
  const { owner, appId, versionId, upload } = await createPublishedApp(store);
  const built = (id: string, provenance: Provenance) =>
    store.database.query('UPDATE versions SET provenance = $2 WHERE id = $1', [id, provenance]);
  await built(versionId, BUILT);
  const { id: draftId } = await upload('next');

  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}?tab=settings`);
  const required = page.getByRole('region', { name: 'Required build provenance' });
  await required.getByRole('button', { name: 'Require provenance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Required build provenance' });
  const repository = dialog.getByLabel('Repository (optional)');
  await repository.fill('github.com');
  await dialog.getByRole('button', { name: 'Require', exact: true }).click();
  await expect(repository).toHaveAccessibleDescription(/^Enter the address of a repository/);
  await checkAllViews(page, axe);
  await repository.fill('https://github.com/example/port');
  await dialog.getByRole('button', { name: 'Require', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(required.getByText('https://github.com/example/port')).toBeVisible();

  await page.goto(`dashboard/apps/${appId}?tab=versions&version=${draftId}`);
  await expect(page.getByRole('button', { name: 'Submit for review' })).toHaveAccessibleDescription(
    /^This app requires build provenance/,
  );
  const provenance = page.getByRole('region', { name: 'Build provenance', exact: true });
  await provenance.locator('input[type=file]').setInputFiles({
    name: 'bundle.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{}'),
  });
  await expect(provenance.getByRole('alert')).toContainText('This isn’t a Sigstore bundle');
  await checkAllViews(page, axe);

  await built(draftId, { ...BUILT, repository: 'https://github.com/example/port', repositoryId: '4712' });
  await owner.call('versions.submit', { versionId: draftId });
  await signInAs(people.admin);
  await page.goto(`admin?version=${draftId}`);
  await expect(provenance.getByRole('alert')).toHaveText(
    'It was built from another repository: https://github.com/example/port instead of https://github.com/example/harbour.',
  );
  await expect(provenance.getByRole('link', { name: BUILT.commit })).toHaveAttribute(
    'href',
    `https://github.com/example/port/commit/${BUILT.commit}`,
  );
  await checkAllViews(page, axe);
});
