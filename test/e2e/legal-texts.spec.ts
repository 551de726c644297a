import { expect, test } from './test.ts';

test('an admin writes terms, imprint and privacy policy in two languages, and everyone finds them', async ({
  page,
  people,
  store,
  signInAs,
  axe,
}) => {
  const { admin } = people;
  const saved = page.getByText('Saved. Changes apply now.');
  try {
    await signInAs(admin);
    await page.goto('admin/settings?tab=legal');
    await page.getByLabel('Terms version').fill('2026-11');
    await page.getByLabel('Terms in English').fill('Be **kind**.\n\n- Answer people');
    await page.getByRole('button', { name: 'Preview' }).first().click();
    const preview = page.getByRole('region', { name: /^Preview of the terms/i });
    await expect(preview.getByText('kind', { exact: true })).toHaveCSS('font-weight', /[6-9]00/);
    await axe();
    await page.getByLabel('Imprint in English').fill('Harbour Ltd\n\n<hello@example.org>');
    await page.getByRole('button', { name: 'Add a language' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a language' });
    await adding.getByLabel('Language').fill('en');
    await adding.getByLabel('Language').press('Escape');
    await adding.getByRole('button', { name: 'Add language' }).click();
    await expect(adding.getByText('This language is already there.')).toBeVisible();
    await axe();
    await adding.getByLabel('Language').fill('de');
    await adding.getByLabel('Language').press('Escape');
    await adding.getByRole('button', { name: 'Add language' }).click();
    await expect(adding).toBeHidden();
    await page.getByLabel('Imprint in German').fill('Hafen GmbH');
    await page.getByRole('button', { name: 'Put German first' }).click();
    await axe();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(saved).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Imprint in German')).toHaveValue('Hafen GmbH');
    expect(
      (await admin.call('settings.getLegalTexts', {})).languages.map(({ language }) => language),
    ).toEqual(['de', 'en']);

    await page.goto('admin/settings?tab=history');
    const change = page.getByRole('list', { name: 'Changes of the settings' }).getByRole('listitem').first();
    await expect(change.getByText('Hafen GmbH')).toBeVisible();
    await axe();

    const newcomer = await store.signUp({ name: 'Nils Newcomer' });
    await signInAs(newcomer);
    await page.goto('onboarding');
    const terms = page.getByRole('region', { name: 'Terms of this store, version 2026-11' });
    await expect(terms.getByText('kind', { exact: true })).toHaveCSS('font-weight', /[6-9]00/);
    await expect(terms.getByRole('listitem')).toHaveText('Answer people');
    await axe();

    await page.context().clearCookies();
    for (const path of ['login', 'login?mode=sign-up']) {
      await page.goto(path);
      const links = page.getByRole('navigation', { name: 'About this store' });
      await expect(links.getByRole('link')).toHaveText(['Browse the store’s apps', 'Terms', 'Imprint']);
      await axe();
    }
    await page.getByRole('link', { name: 'Imprint' }).click();
    await expect(page).toHaveURL(`${store.url}legal/imprint`);
    await expect(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'hello@example.org' })).toBeVisible();
    await axe();

    // The console’s footer has them, too.
    await signInAs(people.user);
    await page.goto('dashboard');
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' })).toBeVisible();

    await signInAs(admin);
    await page.goto('admin/settings?tab=history');
    await change.getByRole('button', { name: 'Undo the change of Legal texts' }).click();
    const undoing = page.getByRole('dialog', { name: 'Undo the change of Legal texts?' });
    await axe();
    await undoing.getByRole('button', { name: 'Undo' }).click();
    await expect(undoing).toBeHidden();
    expect((await admin.call('settings.getLegalTexts', {})).languages).toEqual([]);
  } finally {
    const { revision: before } = await admin.call('settings.getLegalTexts', {});
    const texts = { termsVersion: '1', languages: [] };
    await admin.call('settings.setLegalTexts', { texts, before });
  }
});

test('texts that someone else changed meanwhile are not overwritten', async ({ page, people, signInAs }) => {
  const { admin } = people;
  const write = async (terms: string) => {
    const { revision: before } = await admin.call('settings.getLegalTexts', {});
    const languages = terms === '' ? [] : [{ language: 'en', terms, imprint: '', privacy: '' }];
    await admin.call('settings.setLegalTexts', { texts: { termsVersion: '1', languages }, before });
  };
  try {
    await signInAs(admin);
    await page.goto('admin/settings?tab=legal');
    await page.getByLabel('Terms in English').fill('Mine');
    await write('Theirs');
    await expect(page.getByText('Someone else changed these settings meanwhile: Legal texts')).toBeVisible();
    await page.getByRole('button', { name: 'Discard mine' }).click();
    await expect(page.getByLabel('Terms in English')).toHaveValue('Theirs');
    await page.getByLabel('Terms in English').fill('Mine again');
    await write('Theirs again');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Saved. Changes apply now.')).toBeVisible();
    expect((await admin.call('settings.getTerms', { languages: [] })).text?.markdown).toBe('Mine again');
  } finally {
    await write('');
  }
});

test('the sign-in page of a private store doesn’t lead to it', async ({ page, people }) => {
  const { admin } = people;
  await page.goto('login');
  await expect(page.getByRole('link', { name: 'Browse the store’s apps' })).toBeVisible();
  await admin.call('settings.update', { settings: { storeAccess: 'readers' } });
  try {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Browse the store’s apps' })).toHaveCount(0);
  } finally {
    await admin.call('settings.update', { settings: { storeAccess: 'public' } });
  }
});
