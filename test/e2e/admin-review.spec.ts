import { makeIdentity } from '#test/apk-signer.ts';
import { buildPackage } from '#test/world/packages.ts';
import { sendPackage, settle } from '#test/world/send-package.ts';
import { judgeInAllLooks } from './looks.ts';
import { onboard } from './people.ts';
import { expect, test } from './test.ts';

const signer = makeIdentity('EC', { name: 'Admin review' });

/** A publisher with one published version, and an update that asks for the camera and waits for review. */
async function submitUpdate(url: string, name: string, admin: Awaited<ReturnType<typeof onboard>>) {
  const publisher = await onboard(url, 'publish');
  const applicationId = `org.example.${name.toLowerCase()}`;
  const { app } = await publisher.call('apps.create', { platform: 'android', applicationId, name });
  const send = async (from: string, versionName: string) => {
    const bytes = buildPackage({ from, name, versionName, signer });
    const versionId = await sendPackage(publisher, { appId: app.id, fileName: `${name}.apk`, bytes });
    await publisher.call('versions.submit', { versionId });
    return versionId;
  };
  const first = await send('plain', '1.0');
  await admin.call('reviews.approve', { versionId: first });
  await settle(publisher, first);
  return { publisher, appId: app.id, versionId: await send('added-permission', '1.1') };
}

test('an update is claimed, compared, talked about and rejected with reasons from the list', async ({
  page,
  axe,
  people,
  signInAs,
  store,
}) => {
  const { publisher, appId, versionId } = await submitUpdate(store.url, 'Lookout', people.admin);
  await publisher.call('reviews.comment', { versionId, text: 'The camera reads berth codes.' });
  await signInAs(people.admin);
  await page.goto('admin');
  await page
    .getByRole('list', { name: 'Review queue' })
    .getByRole('link', { name: /Lookout/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`version=${versionId}`));

  const changes = page.getByRole('region', { name: 'Changes since 1.0 (1)' });
  await expect(changes.getByText('1 change is sensitive.')).toBeVisible();
  const access = changes.getByRole('list', { name: 'What it may do' });
  await expect(access.getByText('New: permission android.permission.CAMERA')).toBeVisible();
  await expect(access.getByText('Sensitive')).toBeVisible();
  await expect(changes.getByRole('list', { name: 'Size' }).getByText('Whole file')).toBeVisible();
  const standing = page.getByRole('region', { name: 'Review', exact: true });
  await expect(standing.getByText('The store publishes it at once, for everybody.')).toBeVisible();
  await expect(standing.getByText('This store has a person look at every version.')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Publisher' }).getByText('1 published, 0 rejected'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Claim the review' }).click();
  await expect(standing.getByText(/^Admin, since/)).toBeVisible();
  await page.getByRole('button', { name: 'Give back to the queue' }).click();
  await page.getByRole('button', { name: 'Claim the review' }).click();
  await expect(page.getByRole('button', { name: 'Give back to the queue' })).toBeVisible();

  const messages = page.getByRole('list', { name: 'Messages' });
  await expect(messages.getByText('The camera reads berth codes.')).toBeVisible();
  await page.getByLabel('Your message').fill('Say so in the description.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(messages.getByText('Say so in the description.')).toBeVisible();
  await page.getByLabel('Your message').fill('Compare with their other app.');
  await page.getByRole('checkbox', { name: /^Internal note/ }).check();
  await page.getByRole('button', { name: 'Save the note' }).click();
  await expect(messages.getByText('Compare with their other app.')).toBeVisible();
  await judgeInAllLooks(page, axe);

  await page.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject 1.1 (2)?' });
  await dialog.getByRole('checkbox', { name: /asks for access that nothing in it needs/ }).check();
  await dialog.getByLabel('Reason').fill('Nothing in the app opens the camera.');
  await judgeInAllLooks(page, axe);
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Nothing in the app opens the camera.')).toBeVisible();

  const { version } = await publisher.call('versions.get', { versionId });
  expect(version).toMatchObject({ status: 'rejected', rejectionReasons: ['permissions'] });
  const { messages: seen } = await publisher.call('reviews.thread', { versionId });
  expect(seen.map(({ text }) => text)).toEqual([
    'The camera reads berth codes.',
    'Say so in the description.',
  ]);
  expect(await publisher.call('apps.get', { appId })).toMatchObject({ app: { status: 'published' } });
});

test('a reviewer sees who holds a version, and takes it once it was given back', async ({
  page,
  people,
  signInAs,
  store,
}) => {
  const { versionId } = await submitUpdate(store.url, 'Trawler', people.admin);
  const colleague = await onboard(store.url, 'look');
  await people.admin.call('users.setRole', { uid: colleague.uid, role: 'admin' });
  await colleague.call('reviews.claim', { versionId });
  await signInAs(people.admin);
  await page.goto(`admin?version=${versionId}`);
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription(
    'Uma User has this version.',
  );
  await page.getByRole('button', { name: 'Give back to the queue' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 1.1 (2)?' });
  await expect(dialog.getByText(/The store publishes it at once, for everybody\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve and publish' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Anybody can download it/)).toBeVisible();
});
