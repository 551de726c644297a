import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { setUpPerson, setUpServer } from '#test/support/set-up.ts';
import { startAttackedServer } from './server.ts';

/** Starts a server for the tests of a file, with ways to create people, apps and reviews. */
export function setUpMessages() {
  const server = setUpServer(() => startAttackedServer());
  const admin = setUpPerson(() => server.admin());

  let count = 0;
  beforeEach(async () => {
    count += 1;
    await server.pool.query('DELETE FROM rate_limits');
  });

  const newPerson = (name: string) => server.onboard(`${name}${count}@example.org`);

  async function newApp(owner: Person, name = 'Harbour'): Promise<string> {
    const { app } = await owner.call('apps.create', {
      platform: 'android',
      applicationId: `org.example.app${randomUUID().replaceAll('-', '')}`,
      name,
    });
    return app.id;
  }

  /** Creates a version without a file that a reviewer has claimed. */
  async function newReview(owner: Person, reviewer: Person, appName?: string) {
    const appId = await newApp(owner, appName);
    const { version } = await owner.call('versions.create', { appId, fileName: 'a.apk', size: 10 });
    await server.pool.query("UPDATE versions SET status = 'in_review' WHERE id = $1", [version.id]);
    await server.pool.query(
      `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, claimed_at, reviewer_uid, listing_revision)
       VALUES ($1, $2, 0, now(), now(), now(), $3, '')`,
      [version.id, appId, reviewer.uid],
    );
    return { appId, versionId: version.id };
  }

  async function newReviewer(): Promise<Person> {
    const person = await newPerson('reviewer');
    await admin.call('users.setRole', { uid: person.uid, role: 'admin' });
    return person;
  }

  return { server, admin, newPerson, newApp, newReview, newReviewer };
}
