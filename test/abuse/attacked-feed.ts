import { createHash, randomUUID } from 'node:crypto';
import { getTableColumns } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import { versions } from '#server/platform/db/tables/versions.ts';
import { createPublishedApp, type PublishedApp, publishDrafts } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { setUpPerson, setUpServer } from '#test/support/set-up.ts';
import { startAttackedServer } from './server.ts';

/** The columns of a version, but for those that the database computes. */
const STORED_COLUMNS = Object.values(getTableColumns(versions))
  .filter(({ generated }) => generated === undefined)
  .map(({ name }) => name)
  .join(', ');

/** Starts a server for the tests of a file, with a published app whose copies attack the feed. */
export function setUpAttackedFeed() {
  const server = setUpServer(() => startAttackedServer());
  const admin = setUpPerson(() => server.admin());
  const mallory = setUpPerson(() => server.onboard('mallory@example.org'));
  /** A published version, which attacks copy by SQL. */
  const template = {} as PublishedApp;
  beforeAll(async () => {
    Object.assign(template, await createPublishedApp(server));
  });

  let count = 0;
  /** Inserts a published app into the database, a copy of the template with its own id. */
  async function addPublished(owner: Person) {
    count += 1;
    const [appId, versionId] = [randomUUID(), randomUUID()];
    const applicationId = `org.example.copy${count}`;
    await server.pool.query(
      `INSERT INTO apps (id, owner_uid, platform, application_id, name, status)
       VALUES ($1, $2, 'android', $3, $3, 'published')`,
      [appId, owner.uid, applicationId],
    );
    await server.pool.query(
      `INSERT INTO versions (${STORED_COLUMNS}) SELECT ${STORED_COLUMNS} FROM (
         SELECT (jsonb_populate_record(v, jsonb_build_object(
           'id', $1::text, 'app_id', $2::text, 'sha256', $3::text,
           'package', v.package || jsonb_build_object('applicationId', $4::text)))).*
         FROM versions v WHERE id = $5) AS copy`,
      [versionId, appId, sha256Of(versionId), applicationId, template.versionId],
    );
    await server.pool.query(
      `INSERT INTO app_listings (app_id, locale, texts, public_texts, updated_by_uid)
       SELECT $1, 'en-US', texts, texts, $2 FROM (SELECT $3::jsonb AS texts) AS listing`,
      [
        appId,
        owner.uid,
        JSON.stringify({
          name: 'Copy',
          summary: 'Copies',
          description: 'A *copy*.',
          whatsNew: '',
          video: '',
        }),
      ],
    );
    return { appId, versionId, applicationId };
  }

  function sha256Of(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }

  /** The index that the signed entry names, checked against the entry's hash. */
  async function readIndex() {
    const entry = await (await server.nobody.fetch('fdroid/repo/entry.json')).json();
    const bytes = Buffer.from(
      await (await server.nobody.fetch(`fdroid/repo${entry.index.name}`)).arrayBuffer(),
    );
    if (createHash('sha256').update(bytes).digest('hex') !== entry.index.sha256) return readIndex();
    return JSON.parse(bytes.toString());
  }

  const packagesNow = async () => Object.keys((await readIndex()).packages);

  /** Makes the next rebuild render an app again, or all of them, as calls with visible changes do. */
  const noteChange = (appId: string | null) =>
    server.pool.query('INSERT INTO feed_changes (app_ids) VALUES ($1)', [appId && [appId]]);

  /** Removes a published version, and waits until nobody gets it from the feed any more. */
  async function expectRemovalWorks() {
    const victim = await addPublished(mallory);
    const listing = { name: 'Copy', summary: 'Shows tides', description: `Listed ${count}.` };
    await mallory.call('apps.updateListing', { appId: victim.appId, locale: 'en-US', revision: 1, listing });
    await publishDrafts({ owner: mallory, appId: victim.appId });
    await expect.poll(packagesNow).toContain(victim.applicationId);
    await admin.call('versions.remove', { versionId: victim.versionId, reason: 'It steals contacts.' });
    await expect.poll(packagesNow).not.toContain(victim.applicationId);
  }

  /** Has the feed rebuilt with every app, and waits until that is done. */
  async function rebuild() {
    await noteChange(null);
    const jobs = async () => {
      const { rows } = await server.pool.query(
        "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'rebuild-feeds'",
      );
      return rows.length;
    };
    await expect.poll(jobs).toBe(0);
  }

  return {
    server,
    admin,
    mallory,
    template,
    addPublished,
    sha256Of,
    readIndex,
    packagesNow,
    noteChange,
    expectRemovalWorks,
    rebuild,
  };
}
