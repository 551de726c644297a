import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { findApp, setUpAltstoreServer } from '#test/support/altstore-server.ts';
import { publishIpa } from '#test/support/publish-ipa.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { versions } from '../../platform/db/tables/versions.ts';

const served = setUpAltstoreServer();

describe('bad data', () => {
  beforeAll(() => publishIpa(served.store, { applicationId: 'org.example.plain' }));

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['an empty version name', { versionName: ' ' }, /versionName: It’s empty/],
    ['no build version', { buildVersion: null }, /buildVersion/],
    ['usage texts that are no texts', { usageTexts: { NSCameraUsageDescription: 7 } }, /usageTexts/],
    ['missing extensions', { extensionEntitlements: undefined }, /extensionEntitlements/],
  ])('with %s leaves out that app alone, and is reported', async (what, facts, reason) => {
    const id = `bad${what.replaceAll(/\W/g, '')}`;
    const { appId } = await publishIpa(served.store, {
      applicationId: `org.example.${id}`,
      facts: facts as object,
    });
    await served.rebuild();
    const source = await served.readSource();
    expect(findApp(source, id)).toBeUndefined();
    expect(findApp(source, 'plain')).toBeDefined();
    expect(await served.problemOf(appId)).toEqual(['leftOut', expect.stringMatching(reason)]);
    await served.store.db.delete(versions).where(eq(versions.appId, appId));
  });

  test('in one version leaves out that version', async () => {
    await publishIpa(served.store, { applicationId: 'org.example.half', build: 1 });
    await publishIpa(served.store, {
      applicationId: 'org.example.half',
      build: 2,
      facts: { versionName: '' },
    });
    await served.rebuild();
    expect(findApp(await served.readSource(), 'half')?.versions).toHaveLength(1);
  });

  test('two versions with the same name and build are listed once', async () => {
    const first = await publishIpa(served.store, { applicationId: 'org.example.twice', build: 1 });
    const { versionId } = await publishIpa(served.store, {
      applicationId: 'org.example.twice',
      build: 2,
      facts: { versionName: '1.1', buildVersion: '1' },
    });
    await served.rebuild();
    const listed = findApp(await served.readSource(), 'twice')?.versions ?? [];
    expect(listed.map(({ downloadURL }) => downloadURL)).toEqual([expect.stringContaining(versionId)]);
    expect(await served.problemOf(first.appId)).toEqual([
      'leftOut',
      'One of two versions 1.1 (1) is omitted.',
    ]);
  });

  test('an app without any icon is left out', async () => {
    const { appId } = await publishIpa(served.store, { applicationId: 'org.example.noicon', hasIcon: false });
    await served.rebuild();
    expect(findApp(await served.readSource(), 'noicon')).toBeUndefined();
    expect(await served.problemOf(appId)).toEqual(['leftOut', 'It has no icon. Add one to its listing.']);
  });

  test('an invalid minimum system, category and control character are left out', async () => {
    const { appId } = await publishIpa(served.store, {
      applicationId: 'org.example.odd',
      facts: { minimumOs: 'fifteen' },
    });
    await served.store.db.update(apps).set({ name: 'Ti\u0007des' }).where(eq(apps.id, appId));
    await served.rebuild();
    const app = findApp(await served.readSource(), 'odd');
    expect(app?.name).toBe('Tides');
    expect(app?.versions[0]).not.toHaveProperty('minOSVersion');
  });

  test('an app that is too large loses earlier versions', async () => {
    const long = 'x'.repeat(900);
    const texts = (at: number) =>
      Object.fromEntries(
        Array.from({ length: 90 }, (_, index) => [`NS${at}x${index}UsageDescription`, long]),
      );
    let appId = '';
    for (const build of [1, 2, 3, 4, 5]) {
      ({ appId } = await publishIpa(served.store, {
        applicationId: 'org.example.large',
        build,
        facts: { usageTexts: texts(build) },
      }));
    }
    await served.rebuild();
    expect(findApp(await served.readSource(), 'large')?.versions).toHaveLength(1);
    expect(await served.problemOf(appId)).toEqual([
      'plain',
      expect.stringMatching(/too large for the AltStore source/),
    ]);
  });
});
