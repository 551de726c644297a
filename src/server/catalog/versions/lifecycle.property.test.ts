import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

/* Any sequence of calls by anybody, over HTTP and on a real database, and what must hold after it. */

let server: TestServer;
let people: Record<'owner' | 'stranger' | 'admin' | 'second', Person>;
let template: string;
let runs = 0;
beforeAll(async () => {
  server = await startTestServer();
  const { owner, upload } = await createOwnApp(server);
  const [stranger, admin, second] = await Promise.all([
    server.onboard('stranger@example.org'),
    server.admin(),
    server.onboard('second@store.example', 'browse'),
  ]);
  await admin.call('users.setRole', { uid: second.uid, role: 'admin' });
  // Every run has an app of its own.
  await admin.call('users.setQuotas', { uid: owner.uid, overrides: { draftApps: 1000, apps: 1000 } });
  people = { owner, stranger, admin, second };
  template = (await upload()).id;
});
afterAll(() => server[Symbol.asyncDispose]());

const CALLS = [
  'versions.submit',
  'versions.withdraw',
  'versions.unpublish',
  'versions.republish',
  'versions.delete',
  'versions.remove',
  'versions.restore',
  'reviews.claim',
  'reviews.unclaim',
  'reviews.approve',
  'reviews.reject',
  'releases.publish',
  'releases.halt',
  'releases.resume',
  'apps.unpublish',
  'apps.republish',
  'apps.remove',
  'apps.restore',
] as const;

/** Versions of the app, by their versionCode: two of them share one. */
const CODES = [1, 2, 2];

const step = fc.record({
  by: fc.constantFrom(...(['owner', 'owner', 'admin', 'second', 'stranger'] as const)),
  call: fc.constantFrom(...CALLS, ...(['versions.submit', 'versions.submit', 'reviews.approve'] as const)),
  version: fc.nat({ max: CODES.length - 1 }),
  manual: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface StoreUnderTest {
  readonly appId: string;
  readonly versionIds: readonly string[];
}

/** A new app with drafts, as if their files had been inspected. */
async function createStore(): Promise<StoreUnderTest> {
  runs += 1;
  const { app } = await people.owner.call('apps.create', {
    platform: 'android',
    applicationId: `org.example.run${runs}`,
    name: `Run ${runs}`,
  });
  await server.completeListing(app.id);
  const versionIds = CODES.map((_, at) => `run${runs}-version${at}`);
  for (const [at, id] of versionIds.entries()) {
    await server.context.pool.query(
      `INSERT INTO versions (id, app_id, status, file_name, size, sha256, package, signature, icon_key, version_code, build_order, created_by_uid)
       SELECT $1, $2, 'draft', file_name, size, sha256, package, signature, icon_key, $3::int, ARRAY[$3::int], created_by_uid FROM versions WHERE id = $4`,
      [id, app.id, CODES[at], template],
    );
    await server.context.pool.query(
      `INSERT INTO audit_events (event, app_id, version_id, details) VALUES ('version.inspection-passed', $1, $2, '{"to": "draft"}')`,
      [app.id, id],
    );
  }
  return { appId: app.id, versionIds };
}

/** Makes a call; whether it was taken. Nothing may fail but by a rejection. */
async function take(
  { appId, versionIds }: StoreUnderTest,
  { by, call, version, manual }: Step,
): Promise<boolean> {
  const target = call.startsWith('apps.') ? { appId } : { versionId: versionIds[version] };
  const publication = call === 'versions.submit' && manual ? { publication: { kind: 'manual' } } : {};
  // A version of which only the listing was rejected can be submitted again.
  const reasons = call === 'reviews.reject' && manual ? { reasons: ['listing'] } : {};
  const response = await people[by].tryCall(call, {
    ...target,
    reason: 'Because.',
    ...publication,
    ...reasons,
  });
  expect([200, 400, 403, 404]).toContain(response.status);
  return response.status === 200;
}

interface Line {
  readonly id: string;
  readonly status: string;
  readonly deleted: boolean;
  readonly code: number;
  /** The ends of its reviews, the oldest first. */
  readonly reviews: string[];
  readonly events: { event: string; to: string | null; policy: boolean; by: string | null }[];
}

async function readLines({
  appId,
}: StoreUnderTest): Promise<{ lines: Line[]; app: { status: string; events: Line['events'] } }> {
  const { pool } = server.context;
  const versions = await pool.query(
    'SELECT id, status, deleted_at IS NOT NULL AS deleted, version_code::int AS code FROM versions WHERE app_id = $1',
    [appId],
  );
  const { rows } = await pool.query(
    `SELECT version_id, event, details->>'to' AS to, details ? 'policy' AS policy, actor_uid AS by
     FROM audit_events WHERE app_id = $1 ORDER BY id`,
    [appId],
  );
  const reviews = await pool.query(
    `SELECT r.version_id, CASE WHEN withdrawn_at IS NOT NULL THEN 'withdrawn' ELSE coalesce(decision, 'open') END AS end
     FROM reviews r JOIN versions v ON v.id = r.version_id WHERE v.app_id = $1 ORDER BY r.id`,
    [appId],
  );
  const app = await pool.query('SELECT status FROM apps WHERE id = $1', [appId]);
  return {
    lines: versions.rows.map((row) => ({
      ...row,
      reviews: reviews.rows.filter((review) => review.version_id === row.id).map(({ end }) => end),
      events: rows.filter((event) => event.version_id === row.id),
    })),
    app: { status: app.rows[0].status, events: rows.filter((event) => event.version_id === null) },
  };
}

const lastStatus = (events: Line['events']) => events.findLast(({ to }) => to !== null)?.to;

/** Returns the ends that its reviews must have. An approval or rejection without an open review is an error. */
function reviewsOf(events: Line['events']): string[] {
  const reviews: string[] = [];
  for (const { event } of events) {
    if (event === 'version.submitted') reviews.push('open');
    const [, end] = /^version\.(approved|rejected|withdrawn)$/.exec(event) ?? [];
    if (!end) continue;
    expect(reviews.at(-1)).toBe('open');
    reviews[reviews.length - 1] = end;
  }
  return reviews;
}

function expectSound({ lines, app }: Awaited<ReturnType<typeof readLines>>): void {
  const approvedCodes: number[] = [];
  for (const { events, reviews, status, code } of lines) {
    expect(status).toBe(lastStatus(events));
    const approval = events.findIndex(
      ({ event, by, policy }) => event === 'version.approved' && (by !== null || policy),
    );
    const publication = events.findIndex(({ to }) => to === 'published');
    expect(publication === -1 || (approval !== -1 && approval < publication)).toBe(true);
    if (approval !== -1) approvedCodes.push(code);
    expect(reviews).toEqual(reviewsOf(events));
  }
  expect(new Set(approvedCodes).size).toBe(approvedCodes.length);
  expect(app.status).toBe(lastStatus(app.events) ?? 'draft');
}

test('any sequence of calls publishes nothing without approval, repeats no version code, and has the status of its events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const store = await createStore();
      for (const each of steps) {
        const isTaken = await take(store, each);
        if (!isTaken) continue;
        const once = await readLines(store);
        await take(store, each);
        expect(await readLines(store)).toEqual(once);
      }
      expectSound(await readLines(store));
    }),
    { numRuns: 25 },
  );
});

test('exactly one of several concurrent decisions wins', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          by: fc.constantFrom(...(['admin', 'second'] as const)),
          call: fc.constantFrom(...(['reviews.approve', 'reviews.reject'] as const)),
          version: fc.constant(0),
          manual: fc.boolean(),
        }),
        { minLength: 2, maxLength: 5 },
      ),
      async (decisions) => {
        const store = await createStore();
        await take(store, { by: 'owner', call: 'versions.submit', version: 0, manual: false });
        await Promise.all(decisions.map((decision) => take(store, decision)));
        const state = await readLines(store);
        const decided = state.lines
          .flatMap(({ events }) => events)
          .filter(({ event }) => event === 'version.approved' || event === 'version.rejected');
        expect(decided).toHaveLength(1);
        expectSound(state);
      },
    ),
    { numRuns: 15 },
  );
});
