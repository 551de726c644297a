import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { rebuildWhenFree } from './rebuild-when-free.ts';
import { startTestServer, type TestServer } from './server.ts';
import { publishDirectly } from './store.ts';

export const STORE_PAGE_URL = 'https://apps.example.org/harbour/west/';

type Draft = Partial<Parameters<typeof publishDirectly>[1]>;

interface ServedPage {
  readonly server: TestServer;
  readonly send: (query?: string, init?: RequestInit) => Promise<Response>;
  readonly read: (query?: string) => Promise<string>;
  readonly rebuild: () => Promise<string>;
  /** Publishes an app of its own for a test. */
  readonly publish: (
    draft?: Draft,
  ) => Promise<{ applicationId: string } & Awaited<ReturnType<typeof publishDirectly>>>;
}

/** Serves the public page of an empty store to the tests of a file. */
export function setUpStorePage(): ServedPage {
  const served = {} as ServedPage;
  beforeAll(async () => {
    const server = await startTestServer({
      env: { BASE_PATH: '/harbour/west/', PUBLIC_URL: STORE_PAGE_URL },
    });
    const send: ServedPage['send'] = (query = '', init = {}) =>
      fetch(`${server.url}fdroid/repo/${query}`, init);
    const page: ServedPage = {
      server,
      send,
      read: async (query) => (await send(query)).text(),
      rebuild: () => rebuildWhenFree(server.context, { isForced: true }),
      async publish(draft = {}) {
        const applicationId = draft.applicationId ?? `org.example.a${randomUUID().slice(0, 8)}`;
        const published = await publishDirectly(server.context, { versionCode: 1, ...draft, applicationId });
        return { applicationId, ...published };
      },
    };
    Object.assign(served, page);
  });
  afterAll(() => served.server[Symbol.asyncDispose]());
  return served;
}
