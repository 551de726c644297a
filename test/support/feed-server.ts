import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createFdroidRoutes } from '#server/feeds/fdroid/routes.ts';
import { currentGeneration } from '#server/feeds/rebuild/rebuild.ts';
import { type RunningServer, startServer } from '#server/http/server.ts';
import { apps } from '#server/platform/db/tables/apps.ts';
import { downloadNetworks, downloads } from '#server/platform/db/tables/downloads.ts';
import { versions } from '#server/platform/db/tables/versions.ts';
import { openTestStore, publishDirectly, type TestStore } from './store.ts';

export const FEED_ICON = Buffer.from('an icon');
/** The app in the feed at first. */
export const FEED_APP = { applicationId: 'org.example.tides', versionCode: 7, icon: FEED_ICON };

interface ServedFeed {
  readonly store: TestStore;
  readonly server: RunningServer;
  readonly published: Awaited<ReturnType<typeof publishDirectly>>;
  readonly send: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>;
}

/** Serves a feed with one app to the tests of a file; before each test the app is published and has no downloads. */
export function setUpFeedServer(): ServedFeed {
  const feed = {} as ServedFeed;
  beforeAll(async () => {
    const store = await openTestStore({ PORT: '0', TRUST_PROXY: 'true' });
    const published = await publishDirectly(store, FEED_APP);
    const app = new Hono();
    app.route(`${store.config.basePath}fdroid/repo`, createFdroidRoutes(store, currentGeneration));
    app.get('*', (c) => c.html('<p>the pages</p>'));
    const server = await startServer(store, app);
    const send: ServedFeed['send'] = (path, headers = {}, method = 'GET') =>
      fetch(`${server.url}fdroid/repo/${path}`, { headers, method });
    Object.assign(feed, { store, server, published, send });
  });
  afterAll(async () => {
    await feed.server?.[Symbol.asyncDispose]();
    await feed.store?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    feed.store.now = null;
    await feed.store.db.delete(downloads);
    await feed.store.db.delete(downloadNetworks);
    await feed.store.db.update(apps).set({ status: 'published' });
    await feed.store.db.update(versions).set({ status: 'published' });
  });
  return feed;
}
