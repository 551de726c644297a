import { expect, test } from './test.ts';

test.describe('in a browser set to German', () => {
  test.use({ locale: 'de-AT' });

  test('a person signs in and works in German, and switches to English', async ({ page, store, axe }) => {
    const { email, password } = await store.onboard();
    await page.goto('login');
    await page.getByLabel('E-Mail').fill(email);
    await page.getByLabel('Passwort', { exact: true }).fill(password);
    await axe();
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');

    await page.goto('dashboard/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
    await axe();
    await page.getByLabel('Sprache der Oberfläche').selectOption('English');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });

  test('an error of the server is shown in German', async ({ page, problems }) => {
    problems.allow(/status of 401/);
    await page.goto('login');
    await page.getByLabel('E-Mail').fill('nobody@example.org');
    await page.getByLabel('Passwort', { exact: true }).fill('wrong password 1');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('E-Mail oder Passwort');
  });

  test('errors of the server are shown in German, with the values and labels in them', async ({
    page,
    people,
    problems,
    signInAs,
    store,
  }) => {
    problems.allow(/status of (400|409|429)/);
    const publisher = await store.onboard();
    const other = await store.onboard();
    const id = publisher.uid.toLowerCase().replaceAll(/\W/g, '');
    const { app } = await publisher.call('apps.create', {
      platform: 'android',
      applicationId: `org.example.de${id}.one`,
      name: 'Eins',
    });
    await people.admin.call('users.setQuotas', { uid: publisher.uid, overrides: { draftApps: 1 } });
    await signInAs(publisher);

    await test.step('a limit, with its label, numbers and what to do', async () => {
      await page.goto('dashboard/apps/new');
      await page.getByLabel('Name', { exact: true }).fill('Zwei');
      await page.getByLabel('App-ID').fill(`org.example.de${id}.two`);
      await page.getByRole('button', { name: 'App anlegen' }).click();
      await expect(page.getByRole('alert')).toContainText(
        'Du hast dein Kontingent „Apps ohne freigegebene Version“ erreicht: 1 von 1 belegt. Lösche eine Entwurfs-App',
      );
    });

    await test.step('a conflict with what is there', async () => {
      await page.goto(`dashboard/apps/${app.id}?tab=people`);
      await page.getByRole('button', { name: 'Jemanden einladen' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('E-Mail').fill(publisher.email);
      await dialog.getByRole('button', { name: 'Link erstellen' }).click();
      await expect(dialog.getByRole('alert')).toContainText(
        `${publisher.email} arbeitet bereits an dieser App. Ändere stattdessen die Rolle.`,
      );
    });

    await test.step('a field that only the server can check', async () => {
      await page.goto(`dashboard/apps/${app.id}?tab=settings`);
      await page.getByRole('button', { name: 'Webhook hinzufügen' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('URL').fill('https://10.0.0.1/hook');
      await dialog.getByRole('checkbox').first().check();
      await dialog.getByRole('button', { name: 'Webhook hinzufügen' }).click();
      await expect(dialog.getByRole('alert')).toContainText(
        'Verwende eine öffentliche Internetadresse. Diese ist privat.',
      );
    });

    await test.step('the reason why something isn’t possible, with a value like a pattern', async () => {
      const email = `o'brien.${id}@mail.example`;
      const { link } = await publisher.call('members.invite', { appId: app.id, email, role: 'viewer' });
      await signInAs(other);
      await page.goto(String(link));
      await expect(page.getByRole('alert')).toHaveText(
        `Diese Einladung ist für ${email}. Melde dich mit dieser E-Mail-Adresse an oder bitte um eine Einladung an ${other.email}.`,
      );
    });
  });

  test('the page is in English when the German messages can’t be loaded', async ({ page, problems }) => {
    problems.allow(/de-sign-in|messages-de/);
    await page.route('**/de-sign-in-*.js', (route) => route.abort());
    await page.goto('login');
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});
