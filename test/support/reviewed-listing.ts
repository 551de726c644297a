import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, beforeEach } from 'vitest';
import { createPublishedApp, type PublishedApp, publishDrafts } from './own-app.ts';
import { setUpPerson, setUpTestServer } from './set-up.ts';

const TEXTS = { name: 'Harbour', summary: 'Shows the tide', description: 'Tides and moorings.' };

/** Starts a server for the tests of a file, with a published app whose listing is approved again before each test. */
export function setUpReviewedListing() {
  const server = setUpTestServer();
  const admin = setUpPerson(() => server.admin());
  const app = {} as PublishedApp;
  beforeAll(async () => {
    Object.assign(app, await createPublishedApp(server, { name: 'Harbour' }));
  });

  /** Restores the approved listing, without traces of earlier tests. */
  beforeEach(async () => {
    const { pool } = server.context;
    await admin.call('settings.update', { settings: { listingChanges: 'live' } });
    await app.owner.call('users.updateProfile', { developerName: 'Harbour Works' });
    for (const table of [
      'listing_reviews',
      'listing_changes',
      'listing_approvals',
      'app_listings',
      'app_graphics',
    ])
      await pool.query(`DELETE FROM ${table}`);
    await pool.query('DELETE FROM notification_recipients WHERE uid = $1', [app.owner.uid]);
    await pool.query(
      `UPDATE apps SET details = details || '{"defaultLocale": "en-US"}', listing_waiting_since = NULL, has_listing_drafts = false,
         public_developer_name = 'Harbour Works' WHERE id = $1`,
      [app.appId],
    );
    await pool.query('UPDATE apps SET public_details = details, status = $2 WHERE id = $1', [
      app.appId,
      'published',
    ]);
    await save({});
    await approveAll();
    await pool.query('DELETE FROM listing_changes');
    await app.owner.call('notifications.markAllRead', {});
  });

  /** Saves texts and publishes them. */
  async function save(changed: object, locale = 'en-US') {
    const { revision } = await draft(changed, locale);
    await publish();
    const { listings } = await app.owner.call('apps.getListing', { appId: app.appId });
    return listings.find((one) => one.locale === locale) ?? { revision, texts: {}, publicTexts: null };
  }
  const publish = () => publishDrafts(app);
  /** Saves texts as an editor does while somebody types. */
  async function draft(changed: object, locale = 'en-US') {
    const { listings } = await app.owner.call('apps.getListing', { appId: app.appId });
    const before = listings.find((one) => one.locale === locale);
    const listing = { ...TEXTS, ...before?.texts, ...changed };
    const revision = before?.revision ?? 0;
    return (await app.owner.call('apps.updateListing', { appId: app.appId, locale, revision, listing }))
      .listing;
  }
  async function waiting() {
    const { differences } = await admin.call('listings.getReview', { appId: app.appId });
    return differences;
  }
  /** Approves everything that waits, if anything does. */
  async function approveAll() {
    const changes = (await waiting()).map(({ locale, field, revision }) => ({ locale, field, revision }));
    return admin.call('listings.approve', { appId: app.appId, changes });
  }
  const fieldsOf = (changes: readonly { locale: string; field: string }[]) =>
    changes.map(({ locale, field }) => `${field} ${locale}`.trim()).sort();
  const live = async (locale = 'en-US') =>
    (await app.owner.call('apps.getListing', { appId: app.appId })).listings.find(
      (one) => one.locale === locale,
    )?.publicTexts;
  const recent = async () => (await admin.call('listings.recentChanges', { appId: app.appId })).changes;
  const newest = async () => (await recent())[0] as Awaited<ReturnType<typeof recent>>[number];
  const unpublished = async () => (await app.owner.call('apps.getListing', { appId: app.appId })).unpublished;
  async function addPicture(kind: string, locale = 'en-US') {
    const [r = 0, g = 0, b = 0] = randomBytes(3);
    const body = await sharp({ create: { width: 600, height: 600, channels: 3, background: { r, g, b } } })
      .png()
      .toBuffer();
    const path = `graphics/${app.appId}/${locale}/${kind}`;
    const response = await app.owner.fetch(path, { method: 'POST', body: new Uint8Array(body) });
    return (await response.json()).result.graphic as { id: string; path: string; isPublic: boolean };
  }
  const told = async () => {
    const { notifications } = await app.owner.call('notifications.list', { unreadOnly: true });
    return notifications.map(({ title, message }) => `${title}: ${message}`);
  };

  return {
    server,
    admin,
    app,
    save,
    draft,
    publish,
    waiting,
    approveAll,
    fieldsOf,
    live,
    recent,
    newest,
    unpublished,
    addPicture,
    told,
  };
}
