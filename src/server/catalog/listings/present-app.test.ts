import { expect, test } from 'vitest';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import { createOwnApp, createPublishedApp } from '#test/support/own-app.ts';
import { solidPng } from '#test/support/pictures.ts';
import { setUpPerson, setUpTestServer } from '#test/support/set-up.ts';
import { uploadPackage } from '#test/support/uploads.ts';

const server = setUpTestServer();
const admin = setUpPerson(() => server.admin());

/** Creates an app whose packages have the icon that is given for each. */
async function createAppWithIcons() {
  const app = await createOwnApp(server);
  const signer = makeIdentity('EC', { name: app.name });
  const { owner, appId, name, applicationId } = app;
  return {
    ...app,
    uploadWithIcon: (from: 'plain' | 'next', color: [number, number, number]) =>
      uploadPackage(owner, {
        appId,
        fileName: `${from}.apk`,
        bytes: buildPackage({
          from,
          name,
          applicationId,
          versionName: from === 'next' ? '1.1' : '1.0',
          icon: solidPng(144, color),
          signer,
        }),
      }),
  };
}

test('an upload that isn’t published changes neither icon nor name nor version of a live app', async () => {
  const { owner, appId, uploadWithIcon, name } = await createAppWithIcons();
  const first = await uploadWithIcon('plain', [0, 120, 120]);
  await owner.call('versions.submit', { versionId: first.id });
  await admin.call('reviews.approve', { versionId: first.id });
  const shown = {
    name,
    iconPath: first.iconPath,
    packageIconPath: first.iconPath,
    liveVersion: { id: first.id, versionName: '1.0', versionCode: 1, release: { status: 'complete' } },
  };
  const expectShown = async () => {
    expect((await owner.call('apps.get', { appId })).app).toMatchObject(shown);
    const { apps } = await admin.call('apps.list', { scope: 'all', query: name });
    expect(apps).toMatchObject([shown]);
  };
  await expectShown();

  const draft = await uploadWithIcon('next', [200, 60, 0]);
  expect(draft.status).toBe('draft');
  expect(draft.iconPath).not.toBe(first.iconPath);
  await expectShown();

  await owner.call('versions.create', { appId, fileName: 'later.apk', size: 1000 });
  expect((await owner.call('apps.get', { appId })).app.latestVersion?.status).toBe('uploading');
  await expectShown();

  await owner.call('versions.submit', { versionId: draft.id });
  const { items } = await admin.call('reviews.queue', { query: name });
  expect(items[0]?.app).toMatchObject(shown);
  await admin.call('reviews.approve', { versionId: draft.id });
  expect((await owner.call('apps.get', { appId })).app).toMatchObject({
    iconPath: draft.iconPath,
    liveVersion: { id: draft.id },
  });

  await owner.call('apps.unpublish', { appId });
  await owner.call('versions.create', { appId, fileName: 'latest.apk', size: 1001 });
  expect((await owner.call('apps.get', { appId })).app).toMatchObject({
    iconPath: draft.iconPath,
    liveVersion: null,
  });
});

test('an app that was never live has the icon of its newest package, also during another upload', async () => {
  const { owner, appId, uploadWithIcon } = await createAppWithIcons();
  const { iconPath } = await uploadWithIcon('plain', [0, 120, 120]);
  expect(iconPath).not.toBeNull();
  await owner.call('versions.create', { appId, fileName: 'later.apk', size: 1000 });
  expect((await owner.call('apps.get', { appId })).app).toMatchObject({
    iconPath,
    packageIconPath: iconPath,
    liveVersion: null,
  });
});

test('the live version is the one that most devices get', async () => {
  const { owner, appId, versionId, upload } = await createPublishedApp(server);
  const readLive = async () => (await owner.call('apps.get', { appId })).app.liveVersion;
  const { id: nextId } = await upload('next');
  await owner.call('versions.submit', { versionId: nextId, percentage: 20 });
  await admin.call('reviews.approve', { versionId: nextId });
  expect(await readLive()).toMatchObject({ id: versionId, release: { status: 'complete' } });
  await owner.call('versions.unpublish', { versionId });
  expect(await readLive()).toMatchObject({ id: nextId, release: { status: 'rollingOut', percentage: 20 } });
  await owner.call('releases.halt', { versionId: nextId });
  expect(await readLive()).toMatchObject({ id: nextId, release: { status: 'halted' } });
  const reviewAt = new Date(Date.now() + 86_400_000).toISOString();
  const why = { kind: 'legal', reason: 'A court order.', reviewAt } as const;
  await admin.call('holds.create', { subject: 'version', subjectId: nextId, ...why });
  expect(await readLive()).toBeNull();
});
