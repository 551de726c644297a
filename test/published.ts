import type { Person, TestServer } from './server.ts';
import { readFixture, uploadVersion } from './upload.ts';

export interface Published {
  readonly owner: Person;
  readonly appId: string;
  readonly versionId: string;
}

let count = 0;

/**
 * A new publisher with a published app `org.example.harbour`, the id that the fixtures declare; the apps that had the
 * id before step aside.
 */
export async function createPublished(server: TestServer): Promise<Published> {
  const { owner, appId } = await createDraft(server);
  const { id: versionId } = await uploadVersion(owner, appId, await readFixture('plain.apk'));
  await owner.call('versions.submit', { versionId });
  const admin = await server.admin();
  await admin.call('reviews.approve', { versionId });
  return { owner, appId, versionId };
}

/** A new publisher with a draft app of the fixtures' id. */
export async function createDraft(server: TestServer): Promise<Omit<Published, 'versionId'>> {
  count += 1;
  await server.context.pool.query(
    "UPDATE apps SET application_id = application_id || '.old' || $1 WHERE application_id = 'org.example.harbour'",
    [count],
  );
  const owner = await server.onboard(`publisher${count}@example.org`);
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  return { owner, appId: app.id };
}
