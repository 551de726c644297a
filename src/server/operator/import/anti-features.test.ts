import { describe, expect, test } from 'vitest';
import { idOf, sha256Of, writeRepository } from '#test/support/fdroid-repository.ts';
import { type FeedIndex, setUpImport } from '#test/support/set-up-import.ts';

const { folder, repositoryKey, boating, run, readTable, readFeed } = setUpImport();
const id = idOf('Boating');
const [first = Buffer.of(), second = Buffer.of()] = boating;

/** Reads the anti-features of both versions from the store's own feed. */
async function readAntiFeatures(): Promise<unknown[]> {
  const { versions } = (await readFeed()).packages[id] as FeedIndex['packages'][string];
  return [first, second].map(
    (bytes) => (versions[sha256Of(bytes)] as { antiFeatures?: unknown } | undefined)?.antiFeatures ?? {},
  );
}

/** Writes a repository with two versions of an app that have these anti-features. */
async function writeWithAntiFeatures(...byVersion: readonly object[]): Promise<void> {
  const version = (entry: Record<string, unknown>, at: number) => ({ ...entry, antiFeatures: byVersion[at] });
  await writeRepository(folder, [{ name: 'Boating', packages: boating, version }], repositoryKey);
}

describe('anti-features of versions', () => {
  test('mark the versions as vulnerable that the repository does, with an event and without a notification', async () => {
    await writeWithAntiFeatures(
      { KnownVuln: { de: 'Alte Bibliothek', 'en-US': 'An old library' } },
      { Ads: { 'en-US': 'Banners' } },
    );
    const lines = [
      'The reasons for KnownVuln of version 1.0 (1) in de are left out: a mark has one.',
      'The anti-feature Ads is declared for all versions; in the repository, version 1.0 (1) didn’t have it.',
    ];
    for (const isDryRun of [true, false]) {
      const report = await run({ isDryRun });
      for (const line of lines) expect(report).toContain(line);
      expect(report).not.toContain('Everything comes along.');
    }
    expect(await readTable('SELECT vulnerability FROM versions ORDER BY version_code')).toEqual([
      { vulnerability: 'An old library' },
      { vulnerability: null },
    ]);
    const events = await readTable(
      `SELECT event, actor_uid, version_id IS NOT NULL AS "hasVersion", details FROM audit_events
       WHERE event IN ('version.vulnerability-marked', 'app.anti-feature-set') ORDER BY event`,
    );
    expect(events).toEqual([
      {
        event: 'app.anti-feature-set',
        actor_uid: null,
        hasVersion: false,
        details: { antiFeature: 'Ads', by: 'publisher', reasons: { 'en-US': 'Banners' } },
      },
      {
        event: 'version.vulnerability-marked',
        actor_uid: null,
        hasVersion: true,
        details: { together: null, reason: 'An old library' },
      },
    ]);
    expect(await readTable('SELECT count(*)::int AS sent FROM notifications')).toEqual([{ sent: 0 }]);
    const ads = { Ads: { 'en-US': 'Banners' } };
    expect(await readAntiFeatures()).toEqual([{ ...ads, KnownVuln: { 'en-US': 'An old library' } }, ads]);
  });

  test('that only older versions have, that the store doesn’t know, or that have other reasons are named', async () => {
    await writeWithAntiFeatures(
      { Tracking: {}, Ads: { 'en-US': 'Videos' }, ApplicationDebuggable: {}, NewKind: {} },
      { Ads: { 'en-US': 'x'.repeat(400), '!': 'No' }, KnownVuln: {} },
    );
    const report = await run();
    for (const line of [
      'The anti-feature Tracking of version 1.0 (1) is left out: apps declare it for all versions, and the newest doesn’t have it.',
      'The anti-feature ApplicationDebuggable of version 1.0 (1) is left out: the inspection didn’t find it.',
      'The anti-feature NewKind of version 1.0 (1) is left out: the store doesn’t know it.',
      'The reasons for Ads of version 1.0 (1) are left out: an app has one for all versions.',
      'The reason for Ads in en-US is shortened.',
      'The reason for Ads in "!" is left out: that isn’t a language tag.',
    ]) {
      expect(report).toContain(line);
    }
    expect((await readTable('SELECT vulnerability FROM versions ORDER BY version_code')).at(-1)).toEqual({
      vulnerability: 'Declared in the repository that the app was imported from.',
    });
  });

  test('of an app that is here already stay as they are, and the report says so', async () => {
    await writeRepository(folder, [{ name: 'Boating', packages: [first] }], repositoryKey);
    expect(await run()).toContain('Everything comes along.');
    await writeWithAntiFeatures({ KnownVuln: {} }, { Ads: {}, KnownVuln: { 'en-US': 'A bug' } });
    const report = await run();
    expect(report).toContain('Version 1.0 (1) is here already and stays as it is');
    expect(report).toContain(
      'The anti-feature Ads of version 1.1 (2) is left out: the app doesn’t declare it here.',
    );
    expect(report).toContain('1 app already here: texts, pictures and anti-features stay as they are.');
    expect(report).not.toContain('Everything comes along.');
    expect(await readAntiFeatures()).toEqual([{}, { KnownVuln: { 'en-US': 'A bug' } }]);
  });
});
