import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect } from 'vitest';
import { createAltstoreRoutes } from '#server/feeds/altstore/routes.ts';
import { rebuildFeeds } from '#server/feeds/rebuild/rebuild.ts';
import { type RunningServer, startServer } from '#server/http/server.ts';
import { feedProblems } from '#server/platform/db/tables/feeds.ts';
import { checkSource, type Source } from './altstore-source.ts';
import { openTestStore, type TestStore } from './store.ts';

interface ServedSources {
  readonly store: TestStore;
  readonly server: RunningServer;
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  /** Returns a source as a caller with this address gets it, after checking it as clients do. */
  readonly readSource: (kind?: 'classic' | 'pal', address?: string) => Promise<Source>;
  readonly rebuild: () => ReturnType<typeof rebuildFeeds>;
  /** Returns the effect of a problem of an app's entry, and its reason. */
  readonly problemOf: (appId: string) => Promise<[string, string] | undefined>;
}

/** Serves the AltStore sources of an empty store to the tests of a file. */
export function setUpAltstoreServer(): ServedSources {
  const served = {} as ServedSources;
  beforeAll(async () => {
    const store = await openTestStore({
      PORT: '0',
      TRUST_PROXY: 'true',
      PUBLIC_URL: 'https://hub.example.org/quayside/',
    });
    const app = new Hono();
    app.route(`${store.config.basePath}altstore`, createAltstoreRoutes(store));
    const server = await startServer(store, app);
    const send: ServedSources['send'] = (path, init) => fetch(`${server.url}altstore/${path}`, init);
    Object.assign(served, {
      store,
      server,
      send,
      async readSource(kind: 'classic' | 'pal' = 'classic', address = '192.0.2.1') {
        const file = kind === 'classic' ? 'source.json' : 'pal.json';
        const response = await send(file, { headers: { 'X-Forwarded-For': address } });
        expect(response.status).toBe(200);
        return checkSource((await response.json()) as Source, kind);
      },
      rebuild: () => rebuildFeeds(store),
      async problemOf(appId: string) {
        const [row] = await store.db.select().from(feedProblems).where(eq(feedProblems.appId, appId));
        return row && [row.effect, row.reason];
      },
    });
  });
  afterAll(async () => {
    await served.server?.[Symbol.asyncDispose]();
    await served.store?.[Symbol.asyncDispose]();
  });
  return served;
}

/** Returns the entry of `org.example.{id}` in a source. */
export function findApp(source: Source, id: string) {
  return source.apps.find(({ bundleIdentifier }) => bundleIdentifier === `org.example.${id}`);
}
