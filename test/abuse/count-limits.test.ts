import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { countLimitNames } from '#server/platform/db/count-limit.ts';
import { MAX_SESSIONS } from '#shared/account/session-calls.ts';
import type { CallName } from '#shared/calls.ts';
import { IDEMPOTENCY_LIMITS } from '#shared/idempotency.ts';
import { LISTING_LIMITS, STAGED_LIMITS } from '#shared/listings/limits.ts';
import { MAX_LIVE_CHANGES_A_DAY } from '#shared/listings/publication.ts';
import { MAX_MEMBERS } from '#shared/members/calls.ts';
import { QUOTA_NAMES } from '#shared/quotas/quotas.ts';
import { MAX_READER_TOKENS } from '#shared/settings/reader-calls.ts';
import { MAX_TOKENS } from '#shared/tokens/calls.ts';
import { TRUSTED_PUBLISHER_LIMITS } from '#shared/trusted-publishers/calls.ts';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import { createOwnApp, createPublishedApp, type OwnApp } from '#test/support/own-app.ts';
import { waitUntil } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { REPOSITORY, setUpTrustedPublishers } from '#test/support/trusted-publishers.ts';

const { add, claimsOfJob, current, exchange, github, owner, server } = setUpTrustedPublishers();

/** Concurrent requests: no more than the server lets one account make at once. */
const REQUESTS = 8;
/** The number of them that there is room for. */
const ROOM = 2;

interface Race {
  readonly max: number;
  /** Creates so many by hand. */
  readonly fill: (count: number) => Promise<unknown>;
  readonly request: (index: number) => Promise<{ readonly status: number }>;
  /** Counts with a statement of its own, which doesn't use the limit's. */
  readonly count: () => Promise<number>;
  /** A table that requests write right before they measure, so briefly before their end that they hardly ever meet. */
  readonly meetAt?: string;
  /** True where further requests succeed: they replace earlier ones, or have an effect one after the other only. */
  readonly isLenient?: boolean;
}

const query = async (text: string, values: unknown[] = []) =>
  (await server.context.pool.query(text, values)).rows;
const countRows = async (from: string, values: unknown[] = []): Promise<number> =>
  (await query(`SELECT count(*)::int AS count FROM ${from}`, values))[0].count;
const admin = () => server.admin();
const call = (person: Person, name: CallName, data: object) => person.tryCall(name, data);
const send = (app: OwnApp, path: string, body: Uint8Array) =>
  app.owner.fetch(`graphics/${app.appId}/${path}`, { method: 'POST', body: new Uint8Array(body) });
const screenshot = () =>
  sharp({
    create: { width: 400, height: 700, channels: 3, background: `#${randomBytes(3).toString('hex')}` },
  })
    .png()
    .toBuffer();
const seedGraphics = (table: string, columns: string, values: string) =>
  `INSERT INTO ${table} (id, app_id, kind, key, sha256, size, width, height, ${columns})
   SELECT gen_random_uuid(), $1, 'phoneScreenshots', 'graphics/x', 'x' || i, 1, 1, 1, ${values}
   FROM generate_series(1, $2::int) AS i`;

/** The race of each limit that the code declares, and of those of a listing, which are measured after each change. */
const RACES: Readonly<Record<string, () => Promise<Race>>> = {
  webhooks: async () => ({
    max: WEBHOOK_LIMITS.perApp,
    fill: (count) =>
      query(
        `INSERT INTO webhooks (id, app_id, url, events, encrypted_secret)
         SELECT gen_random_uuid(), $1, 'https://example.org/', '{version.approved}', 'x' FROM generate_series(1, $2::int)`,
        [current.appId, count],
      ),
    request: (index) =>
      call(owner, 'webhooks.create', {
        appId: current.appId,
        url: `https://example.org/${index}`,
        events: ['version.approved'],
      }),
    count: () => countRows('webhooks WHERE app_id = $1', [current.appId]),
  }),
  'trusted publishers': async () => ({
    max: TRUSTED_PUBLISHER_LIMITS.perApp,
    fill: (count) =>
      query(
        `INSERT INTO trusted_publishers (id, app_id, owner_uid, issuer, source, scopes)
         SELECT gen_random_uuid(), $1, $2, $4, $5, '{upload}' FROM generate_series(1, $3::int)`,
        [current.appId, owner.uid, count, github.url, JSON.stringify(REPOSITORY)],
      ),
    request: () =>
      call(owner, 'trustedPublishers.add', {
        appId: current.appId,
        issuer: github.url,
        source: REPOSITORY,
        scopes: ['upload'],
      }),
    count: () => countRows('trusted_publishers WHERE app_id = $1', [current.appId]),
  }),
  'build tokens': async () => {
    const { id } = await add();
    return {
      max: TRUSTED_PUBLISHER_LIMITS.liveTokens,
      fill: (count) =>
        query(
          `INSERT INTO build_tokens (id, trusted_publisher_id, secret_hash, build, expires_at)
           SELECT gen_random_uuid(), $1, gen_random_uuid(), '{}', now() + interval '1 hour'
           FROM generate_series(1, $2::int)`,
          [id, count],
        ),
      request: async () => exchange(await github.sign(claimsOfJob())),
      count: () => countRows('build_tokens WHERE trusted_publisher_id = $1', [id]),
    };
  },
  tokens: async () => {
    const person = await server.onboard();
    return {
      max: MAX_TOKENS,
      fill: (count) =>
        query(
          `INSERT INTO api_tokens (id, owner_uid, name, scopes, secret_hash, hint)
           SELECT gen_random_uuid(), $1, 'Token', '{read}', gen_random_uuid(), 'x' FROM generate_series(1, $2::int)`,
          [person.uid, count],
        ),
      request: (index) => call(person, 'tokens.create', { name: `Token ${index}`, scopes: ['read'] }),
      count: () => countRows('api_tokens WHERE owner_uid = $1', [person.uid]),
    };
  },
  'reader tokens': async () => {
    const staff = await admin();
    return {
      max: MAX_READER_TOKENS,
      fill: (count) =>
        query(
          `INSERT INTO reader_tokens (id, name, secret_hash, hint)
           SELECT gen_random_uuid(), 'Reader', gen_random_uuid(), 'x' FROM generate_series(1, $1::int)`,
          [count],
        ),
      request: (index) => call(staff, 'readers.create', { name: `Reader ${index}` }),
      count: () => countRows('reader_tokens'),
    };
  },
  browsers: async () => {
    const person = await server.onboard();
    return {
      max: 20,
      fill: (count) =>
        query(
          `INSERT INTO push_subscriptions (id, uid, endpoint, p256dh, auth)
           SELECT gen_random_uuid(), $1, gen_random_uuid(), 'x', 'x' FROM generate_series(1, $2::int)`,
          [person.uid, count],
        ),
      request: (index) =>
        call(person, 'push.subscribe', {
          endpoint: `https://push.example.org/${index}`,
          keys: {
            p256dh: randomBytes(65).toString('base64url'),
            auth: randomBytes(16).toString('base64url'),
          },
        }),
      count: () => countRows('push_subscriptions WHERE uid = $1', [person.uid]),
    };
  },
  people: async () => ({
    max: MAX_MEMBERS,
    fill: (count) =>
      // The publisher is one of them.
      query(
        `INSERT INTO app_invitations (id, app_id, email, role, token_hash, invited_by_uid, expires_at)
         SELECT gen_random_uuid(), $1, i || '@example.org', 'viewer', gen_random_uuid(), $2, now() + interval '1 day'
         FROM generate_series(2, $3::int) AS i`,
        [current.appId, owner.uid, count],
      ),
    request: (index) =>
      call(owner, 'members.invite', {
        appId: current.appId,
        email: `new${index}@people.example`,
        role: 'viewer',
      }),
    count: async () => 1 + (await countRows('app_invitations WHERE app_id = $1', [current.appId])),
  }),
  submissions: async () => {
    const app = await createOwnApp(server);
    const versionId = await app.submit();
    await app.owner.call('versions.withdraw', { versionId });
    const columns = await query(
      `SELECT string_agg(column_name, ', ') AS names FROM information_schema.columns
       WHERE table_name = 'reviews' AND is_identity = 'NO' AND is_generated = 'NEVER'`,
    );
    return {
      max: 50,
      fill: (count) =>
        query(
          `INSERT INTO reviews (${columns[0].names}) SELECT ${columns[0].names}
           FROM reviews, generate_series(2, $2::int) WHERE version_id = $1`,
          [versionId, count],
        ),
      // Submitting it twice has no effect, so it is withdrawn each time.
      request: async () => {
        let status = 0;
        for (let attempt = 0; attempt < 4; attempt += 1) {
          ({ status } = await call(app.owner, 'versions.submit', { versionId }));
          await call(app.owner, 'versions.withdraw', { versionId });
        }
        return { status };
      },
      isLenient: true,
      count: () => countRows('reviews WHERE version_id = $1', [versionId]),
    };
  },
  screenshots: async () => {
    const app = await createOwnApp(server);
    await query(`DELETE FROM app_graphics WHERE app_id = $1 AND kind = 'phoneScreenshots'`, [app.appId]);
    return {
      max: 8,
      fill: (count) =>
        query(seedGraphics('app_graphics', 'locale, position', `'en-US', i`), [app.appId, count]),
      request: async () => send(app, 'en-US/phoneScreenshots', await screenshot()),
      count: () => countRows(`app_graphics WHERE app_id = $1 AND kind = 'phoneScreenshots'`, [app.appId]),
    };
  },
  'idempotency keys': async () => {
    const person = await server.onboard();
    const { secret } = await person.call('tokens.create', { name: 'Keys', scopes: ['release'] });
    return {
      max: IDEMPOTENCY_LIMITS.perAccount,
      fill: (count) =>
        query(
          `INSERT INTO idempotent_calls (id, uid, caller_id, key, call, input_sha256, created_at, lease_until)
           SELECT gen_random_uuid(), $1, 'x', i, 'x', 'x', now(), now() FROM generate_series(1, $2::int) AS i`,
          [person.uid, count],
        ),
      request: () =>
        server.nobody
          .fetch('us-central1/releases.publish', {
            method: 'POST',
            headers: {
              Authorization: `Bearer ${secret}`,
              'Content-Type': 'application/json',
              'Idempotency-Key': randomUUID(),
            },
            body: JSON.stringify({ data: { versionId: randomUUID() } }),
          })
          // The call itself fails, which uses the key.
          .then(({ status }) => ({ status: status === 404 ? 200 : status })),
      count: () => countRows('idempotent_calls WHERE uid = $1', [person.uid]),
    };
  },
  'listing languages': async () => ({
    meetAt: 'listing_html',
    max: LISTING_LIMITS.locales,
    fill: (count) =>
      query(
        `INSERT INTO app_graphics (id, app_id, locale, kind, position, key, sha256, size, width, height)
         SELECT gen_random_uuid(), $1, 'a' || chr(97 + i / 26) || chr(97 + i % 26), 'icon', 0, 'graphics/x', 'x', 1, 1, 1
         FROM generate_series(1, $2::int - (SELECT count(*)::int FROM app_listings WHERE app_id = $1)) AS i`,
        [current.appId, count],
      ),
    request: (index) =>
      call(owner, 'apps.updateListing', {
        appId: current.appId,
        locale: `z${String.fromCodePoint(97 + index)}`,
        revision: 0,
        listing: { name: 'App' },
      }),
    count: () =>
      countRows(
        `(SELECT locale FROM app_graphics WHERE app_id = $1 UNION SELECT locale FROM app_listings WHERE app_id = $1)`,
        [current.appId],
      ),
  }),
  'listing images': async () => {
    const app = await createOwnApp(server);
    await query('DELETE FROM app_graphics WHERE app_id = $1', [app.appId]);
    return {
      max: LISTING_LIMITS.graphics,
      fill: (count) => query(seedGraphics('app_graphics', 'locale, position', `'de', i`), [app.appId, count]),
      request: async () => send(app, 'en-US/tvScreenshots', await landscape()),
      count: () => countRows('app_graphics WHERE app_id = $1', [app.appId]),
    };
  },
  'staged images': async () => {
    const app = await createOwnApp(server);
    const other = await server.onboard();
    return {
      max: STAGED_LIMITS.graphics,
      // Those of another account, which make no room.
      fill: (count) =>
        query(
          seedGraphics('staged_graphics', 'uploaded_by_uid, expires_at', `$3, now() + interval '1 hour'`),
          [app.appId, count, other.uid],
        ),
      request: async () => send(app, 'phoneScreenshots', await screenshot()),
      // An account's own earlier ones make room for its next one.
      isLenient: true,
      count: () => countRows('staged_graphics WHERE app_id = $1', [app.appId]),
    };
  },
  'live changes of a day': async () => {
    const app = await createPublishedApp(server);
    const locales = Array.from(
      { length: REQUESTS + 1 },
      (_, index) => `z${String.fromCodePoint(97 + index)}`,
    );
    await query(
      `INSERT INTO app_listings (app_id, locale, updated_by_uid, texts, public_texts, revision)
       SELECT $1, locale, $2, texts || '{"summary": "Another summary"}', texts, 1
       FROM unnest($3::text[]) AS locale, jsonb_build_object('name', 'App') AS texts`,
      [app.appId, app.owner.uid, locales],
    );
    return {
      max: MAX_LIVE_CHANGES_A_DAY,
      fill: (count) =>
        query(
          `INSERT INTO listing_changes
             (id, app_id, locale, field, changed_by_uid, before, after, bytes, picture_keys, started_at, changed_at)
           SELECT gen_random_uuid(), $1, 'en-US', 'video', $2, '{"value": ""}', '{"value": "x"}', 1, '{}', now(), now()
           FROM generate_series(1, $3::int)`,
          [app.appId, app.owner.uid, count],
        ),
      request: (index) =>
        call(app.owner, 'apps.publishListing', {
          appId: app.appId,
          changes: [
            {
              locale: locales[index],
              field: 'summary',
              revision: createHash('sha256').update('"Another summary"').digest('hex'),
            },
          ],
        }),
      // Further ones wait for approval.
      isLenient: true,
      count: () => countRows('listing_changes WHERE app_id = $1', [app.appId]),
    };
  },
  sessions: async () => {
    const person = await server.onboard();
    return {
      max: MAX_SESSIONS,
      fill: async (count) =>
        query(
          `INSERT INTO auth_sessions (id, token, user_id, expires_at)
           SELECT gen_random_uuid(), gen_random_uuid(), $1, now() + interval '1 day' FROM generate_series(1, $2::int)`,
          [person.uid, count - (await countRows('auth_sessions WHERE user_id = $1', [person.uid]))],
        ),
      request: async () => {
        await server.signInAgain(person);
        return { status: 200 };
      },
      // A new one ends the least recently used.
      isLenient: true,
      count: () => countRows('auth_sessions WHERE user_id = $1', [person.uid]),
    };
  },
  'known devices and networks': async () => {
    const person = await server.onboard();
    return {
      max: 40,
      fill: async (count) =>
        query(
          `INSERT INTO known_origins (uid, origin, last_used_at)
           SELECT $1, gen_random_uuid(), now() FROM generate_series(1, $2::int)`,
          [person.uid, count - (await countRows('known_origins WHERE uid = $1', [person.uid]))],
        ),
      request: async () => {
        await server.signInAgain(person);
        return { status: 200 };
      },
      // A new one replaces the least recently used.
      isLenient: true,
      count: () => countRows('known_origins WHERE uid = $1', [person.uid]),
    };
  },
  ...Object.fromEntries(
    (['apps', 'draftApps'] as const).map((quota) => [
      `quota ${quota}`,
      async () => {
        const person = await server.onboard();
        const max = 4;
        await (await admin()).call('users.setQuotas', { uid: person.uid, overrides: { [quota]: max } });
        return {
          max,
          fill: async (count: number) => {
            for (let index = 0; index < count; index += 1) await createApp(person);
          },
          request: () => createApp(person),
          count: () => countRows('apps WHERE owner_uid = $1', [person.uid]),
        };
      },
    ]),
  ),
  ...Object.fromEntries(
    (['openUploads', 'storedMegabytes', 'dailyUploadMegabytes'] as const).map((quota) => [
      `quota ${quota}`,
      async () => {
        const person = await server.onboard();
        const { result } = await createApp(person);
        const max = 4;
        await (await admin()).call('users.setQuotas', { uid: person.uid, overrides: { [quota]: max } });
        const upload = () =>
          person.tryCall('versions.create', {
            appId: result.app.id,
            fileName: 'a.apk',
            size: quota === 'openUploads' ? 1_000 : 1024 ** 2,
          });
        return {
          max,
          fill: async (count: number) => {
            for (let index = 0; index < count; index += 1) await upload();
          },
          request: upload,
          count: () => countRows('versions WHERE app_id = $1', [result.app.id]),
        };
      },
    ]),
  ),
};

const landscape = () =>
  sharp({
    create: { width: 1280, height: 720, channels: 3, background: `#${randomBytes(3).toString('hex')}` },
  })
    .png()
    .toBuffer();
const createApp = (person: Person) =>
  person.tryCall('apps.create', {
    platform: 'android',
    applicationId: `org.example.a${randomBytes(6).toString('hex')}`,
    name: 'App',
  });

/** Sends requests, and lets none write a table before more than there is room for wait, for it or for each other. */
async function meet<Result>(table: string, race: () => Promise<Result>): Promise<Result> {
  const client = await server.context.pool.connect();
  try {
    await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
    const sent = race();
    await waitUntil('more requests wait than there is room for', async () => {
      const { rows } = await client.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0].waiting > ROOM;
    });
    await client.query('COMMIT');
    return await sent;
  } finally {
    client.release(true);
  }
}

describe('concurrent requests do not exceed the limit of', () => {
  test.each(Object.keys(RACES))('%s', async (name) => {
    const { max, fill, request, count, isLenient, meetAt } = await (RACES[name] as () => Promise<Race>)();
    await fill(max - ROOM);
    expect(await count()).toBe(max - ROOM);
    const race = () => Promise.all(Array.from({ length: REQUESTS }, (_, index) => request(index)));
    const responses = await (meetAt === undefined ? race() : meet(meetAt, race));
    expect(await count()).toBe(max);
    const further = await request(REQUESTS);
    expect(await count()).toBe(max);
    if (isLenient) return;
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(ROOM);
    expect(further.status).not.toBe(200);
  });
});

describe('the limits of this test', () => {
  test('are those that the code declares', () => {
    const declared = [...countLimitNames(), ...QUOTA_NAMES.map((quota) => `quota ${quota}`)];
    // Measured after each change of an app that is locked.
    const measured = ['listing images', 'listing languages', 'live changes of a day', 'staged images'];
    // The last of several concurrent requests sees what all of them added.
    const replacing = ['known devices and networks', 'sessions'];
    expect(Object.keys(RACES).sort()).toEqual([...declared, ...measured, ...replacing].sort());
  });

  test('are all that reject a request because there are too many of something', () => {
    const folder = new URL('../../src/server/', import.meta.url);
    const undeclared = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .filter((path) => {
        const text = readFileSync(new URL(path, folder), 'utf8');
        return /reason: 'too-many-/.test(text) && !text.includes('defineCountLimit');
      });
    expect(undeclared.sort()).toEqual([...NOT_COUNTED]);
  });

  test('are all that compare a number of rows with a maximum', () => {
    const folder = new URL('../../src/server/', import.meta.url);
    const comparing = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .filter((path) => {
        const text = readFileSync(new URL(path, folder), 'utf8');
        return /\$count\([^;]*\)\)?\s*(>=?|<=?)\s*[A-Za-z1-9]/.test(text);
      });
    expect(comparing).toEqual([]);
  });
});

/** Files with such a reason that count requests in time or in memory, where nothing waits, or a listing under its lock. */
const NOT_COUNTED = [
  'catalog/listings/apply-graphics.ts',
  'catalog/listings/stage-graphic.ts',
  'catalog/versions/get.ts',
  'delivery/live/routes.ts',
  'feeds/catalog/request-limit.ts',
  'http/call-limiter.ts',
  'identity/rate-limits.ts',
  'identity/token-limiter.ts',
  'people/audit/routes.ts',
  'platform/images/limiter.ts',
  'platform/storage/storage-error.ts',
] as const;

describe('a list shows all that exist, even above the limit:', () => {
  test('webhooks, trusted publishers, tokens and reader tokens', async () => {
    const staff = await admin();
    for (const name of ['webhooks', 'trusted publishers', 'tokens', 'reader tokens', 'people'] as const) {
      const { max, fill, count } = await (RACES[name] as () => Promise<Race>)();
      await fill(max + 6 - (await count()));
      expect(await count()).toBeGreaterThan(max);
    }
    const { appId } = current;
    expect((await owner.call('webhooks.list', { appId })).webhooks).toHaveLength(WEBHOOK_LIMITS.perApp + 6);
    expect((await owner.call('trustedPublishers.list', { appId })).trustedPublishers).toHaveLength(
      TRUSTED_PUBLISHER_LIMITS.perApp + 6,
    );
    expect((await staff.call('readers.list', {})).tokens).toHaveLength(MAX_READER_TOKENS + 6);
    expect((await owner.call('members.list', { appId })).invitations.length).toBeGreaterThan(MAX_MEMBERS);
    const [{ owner_uid: uid }] = await query(
      'SELECT owner_uid FROM api_tokens GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
    );
    expect((await staff.call('tokens.listOfUser', { uid })).tokens).toHaveLength(MAX_TOKENS + 6);
  });
});
