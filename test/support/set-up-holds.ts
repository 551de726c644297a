import { beforeEach } from 'vitest';
import type { CallInput } from '#shared/calls.ts';
import type { Hold } from '#shared/holds/calls.ts';
import { createPublishedApp, type PublishedApp } from './own-app.ts';
import type { Person } from './people.ts';
import { rebuildWhenFree } from './rebuild-when-free.ts';
import type { TestServer } from './server.ts';
import { setUpPerson, setUpTestServer } from './set-up.ts';

/** The input of a hold besides its subject. */
export const WHY = {
  reason: 'It steals contacts.',
  kind: 'malware',
  reviewAt: '2030-01-31T00:00:00Z',
} as const;

export type HoldSubject = CallInput<'holds.create'>['subject'];

interface HoldsSetUp {
  readonly server: TestServer;
  readonly admin: Person;
  /** The app of each test, which is published and in the feeds. */
  readonly app: PublishedApp;
  /** Holds its version, it or its publisher. */
  readonly hold: (subject: HoldSubject) => Promise<Hold>;
  /** Reads a public address as text. */
  readonly readText: (path: string) => Promise<string>;
}

/** Starts a server with an admin before the tests of a file, and publishes an app before each of them. */
export function setUpHolds(options?: Parameters<typeof setUpTestServer>[0]): HoldsSetUp {
  const server = setUpTestServer(options);
  const admin = setUpPerson(() => server.admin());
  const app = {} as PublishedApp;
  beforeEach(async () => {
    Object.assign(app, await createPublishedApp(server));
    await rebuildWhenFree(server.context);
  });
  return {
    server,
    admin,
    app,
    async hold(subject) {
      const ids = { version: app.versionId, app: app.appId, publisher: app.owner.uid };
      return (await admin.call('holds.create', { subject, subjectId: ids[subject], ...WHY })).hold;
    },
    readText: async (path) => (await server.nobody.fetch(path)).text(),
  };
}
