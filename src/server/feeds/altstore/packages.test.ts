import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { setUpAltstoreServer } from '#test/support/altstore-server.ts';
import { publishIpa } from '#test/support/publish-ipa.ts';
import { publishDirectly } from '#test/support/store.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { downloads } from '../../platform/db/tables/downloads.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { downloadJournal } from '../downloads/journal.ts';

const served = setUpAltstoreServer();

describe('a package', () => {
  test('is served with ranges and caching, and counted once', async () => {
    const { versionId, bytes, sha256 } = await publishIpa(served.store, {
      applicationId: 'org.example.file',
    });
    const path = `packages/${versionId}.ipa`;
    const whole = await served.send(path);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      etag: `"${sha256}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'attachment; filename="org.example.file_1.1.ipa"',
    });
    const rest = await served.send(path, { headers: { Range: 'bytes=900-', 'If-Range': `"${sha256}"` } });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(900))).toBe(true);
    await served.store.services.get(downloadJournal).flush();
    const [counted] = await served.store.db
      .select()
      .from(downloads)
      .where(eq(downloads.versionId, versionId));
    expect(counted?.count).toBe(1);
  });

  test.each([
    ['unpublished', 404],
    ['removed', 410],
    ['approved', 404],
  ] as const)('of a version that is %s responds with %i', async (status, code) => {
    const { versionId } = await publishIpa(served.store, { applicationId: `org.example.file${status}` });
    await served.store.db.update(versions).set({ status }).where(eq(versions.id, versionId));
    expect((await served.send(`packages/${versionId}.ipa`)).status).toBe(code);
  });

  test('of a removed app responds with 410', async () => {
    const { appId, versionId } = await publishIpa(served.store, { applicationId: 'org.example.fileapp' });
    await served.store.db.update(apps).set({ status: 'removed' }).where(eq(apps.id, appId));
    expect((await served.send(`packages/${versionId}.ipa`)).status).toBe(410);
  });

  test.each(['x', '.ipa', `${'a'.repeat(65)}.ipa`, '..%2f..%2fsecret.ipa', 'nothing.ipa'])(
    '%j is nowhere',
    async (file) => {
      expect((await served.send(`packages/${file}`)).status).toBe(404);
    },
  );

  test('of an Android app is not served', async () => {
    const { versionId } = await publishDirectly(served.store, {
      applicationId: 'org.example.apk',
      versionCode: 1,
    });
    expect((await served.send(`packages/${versionId}.ipa`)).status).toBe(404);
  });
});
