import { createPublishedApp, publishDrafts } from '#test/support/own-app.ts';
import { expect, test } from './test.ts';

test('edits of a live app stay drafts until they are published', async ({
  page,
  axe,
  people: { admin },
  signInAs,
  store,
}) => {
  const app = await createPublishedApp(store);
  const { owner, appId, applicationId, name } = app;
  const storePage = async () => (await store.nobody.fetch(`fdroid/repo/?app=${applicationId}`)).text();
  const before = (await owner.call('apps.getListing', { appId })).listings[0]?.publicTexts;
  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}?tab=listing`);
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  const saved = page.getByRole('status', { name: 'Save status' });
  await field('Summary').fill('Half a sent');
  await expect(saved).toHaveText('Saved');
  await expect(page.getByText('1 unpublished change', { exact: true })).toBeVisible();
  await expect(page.getByText('Draft.').first()).toBeVisible();
  await page.goto('dashboard/apps');
  await expect(page.getByRole('img', { name: 'Unpublished listing changes' })).toBeVisible();
  await page.goto(`dashboard/apps/${appId}`);
  await page.getByRole('link', { name: 'Show changes' }).click();
  expect(await storePage()).toContain(before?.summary ?? '');
  expect(await storePage()).not.toContain('Half a sent');

  await field('Summary').fill('Half a sentence is a whole one now');
  await field('Name').fill('Your Bank');
  await field('Description').fill('Unfinished');
  await expect(saved).toHaveText('Saved');
  await expect(page.getByText('3 unpublished changes', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const dialog = page.getByRole('dialog', { name: `Publish changes of ${name}` });
  await expect(dialog.getByRole('list', { name: 'Live at once' }).getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('list', { name: 'Needs approval' }).getByRole('listitem')).toHaveCount(1);
  await axe();
  await dialog.getByRole('checkbox', { name: 'Description, English (United States)' }).press('Space');
  await dialog.getByRole('button', { name: 'Publish 2 changes' }).click();
  const outcome = page.getByText('1 change is live. 1 waits for approval.');
  await expect(outcome).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeFocused();
  await expect.poll(storePage).toContain('Half a sentence is a whole one now');
  expect(await storePage()).not.toContain('Unfinished');
  const { differences } = await admin.call('listings.getReview', { appId });
  expect(differences).toMatchObject([{ field: 'name', after: 'Your Bank' }]);

  await page.getByRole('button', { name: 'Show history' }).click();
  const history = page.getByRole('list', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await expect(history.getByText('Half a sentence is a whole one now')).toBeVisible();

  await page.getByRole('button', { name: 'Publish changes' }).click();
  await dialog.getByRole('button', { name: 'Discard…' }).click();
  const discarding = page.getByRole('dialog', { name: 'Discard 1 change?' });
  await discarding.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('1 change discarded.')).toBeFocused();
  await expect(field('Description')).toHaveValue(before?.description ?? '');
});

test('submitting a version publishes the listing changes too, unless its publisher declines', async ({
  page,
  signInAs,
  store,
}) => {
  const app = await createPublishedApp(store);
  const { owner, appId } = app;
  const draft = async (summary: string) => {
    const { listings } = await owner.call('apps.getListing', { appId });
    const { locale = '', texts, revision = 0 } = listings[0] ?? {};
    const listing = { ...texts, summary } as Parameters<
      typeof owner.call<'apps.updateListing'>
    >[1]['listing'];
    await owner.call('apps.updateListing', { appId, locale, listing, revision });
  };
  const live = async () => (await owner.call('apps.getListing', { appId })).listings[0]?.publicTexts?.summary;
  await draft('With the version');
  const before = await live();
  const { id: versionId } = await app.upload('next');
  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}?version=${versionId}`);
  const dialog = page.getByRole('dialog', { name: /^Submit .* for review\?$/ });
  const choice = dialog.getByRole('checkbox', { name: /^Publish 1 unpublished listing change too/ });
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await choice.uncheck();
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(dialog).toBeHidden();
  expect(await live()).toBe(before);
  await owner.call('versions.withdraw', { versionId });

  await page.reload();
  await page.getByRole('button', { name: /^Submit/ }).click();
  await expect(choice).toBeChecked();
  await dialog.getByRole('button', { name: 'Submit for review' }).click();
  await expect(dialog).toBeHidden();
  expect(await live()).toBe('With the version');
  expect(await publishDrafts(app)).toEqual({ live: [], waiting: [] });
});

test('a text that was live for a moment stays in the history and among the recent changes', async ({
  page,
  axe,
  people: { admin },
  signInAs,
  store,
}) => {
  const { owner, appId, name } = await createPublishedApp(store);
  const summary = (await owner.call('apps.getListing', { appId })).listings[0]?.publicTexts?.summary ?? '';
  const field = page.getByRole('textbox', { name: 'Summary', exact: true });
  const publish = async (text: string) => {
    await field.fill(text);
    await expect(page.getByRole('status', { name: 'Save status' })).toHaveText('Saved');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('button', { name: 'Publish 1 change' }).click();
    await expect(page.getByText('1 change is live.')).toBeVisible();
  };
  await signInAs(owner);
  await page.goto(`dashboard/apps/${appId}?tab=listing`);
  await publish('Log in with your bank here');
  await publish(summary);
  await page.getByRole('button', { name: 'Show history' }).click();
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  for (const entry of await entries.all()) {
    await expect(entry.getByText('Log in with your bank here')).toBeVisible();
    await expect(entry.getByText(summary, { exact: true })).toBeVisible();
    await expect(entry.getByRole('time')).toHaveCount(1);
  }
  await axe();

  await signInAs(admin);
  await page.goto('admin?view=listings');
  const recent = page
    .getByRole('list', { name: 'Recent listing changes' })
    .getByRole('listitem', { name: `${name}: Summary, English (United States)` });
  await expect(recent).toHaveCount(2);
  await expect(recent.first().getByText('Log in with your bank here')).toBeVisible();
  await expect(recent.last().getByText('Log in with your bank here')).toBeVisible();
  await axe();
});
