import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { AndroidFacts, SignatureFacts } from '#shared/packages/facts.ts';

/** The size of the measured store. */
export const STORE_SIZE = {
  users: 1_000_000,
  apps: 100_000,
  versions: 1_000_000,
  /** Entries in the lists of users, of which most are announcements to everybody. */
  notifications: 10_000_000,
  auditEvents: 3_000_000,
  /** Versions that wait for a decision: the submissions of about nine days. */
  queue: 5_000,
  /** Apps of one publisher; the others have few. */
  ownerApps: 5_000,
  /** Apps of others on which that publisher works. */
  sharedApps: 500,
  /** Notifications of that publisher, who has read nearly all of them, and of a user who has read none. */
  manyNotifications: 100_000,
  /** Versions of one app, which were downloaded on a hundred days each. */
  popularVersions: 500,
  /** Days on which the newest versions of all apps were downloaded. */
  downloadDays: 60,
  /** Calls of one webhook. */
  webhookDeliveries: 100_000,
} as const;

/** Ids have the length of real ones, so that rows and indexes have their size. */
const idOf = (kind: string, n: number) => createHash('md5').update(`${kind} ${n}`).digest('hex');
const uuidOf = (kind: string, n: number) =>
  idOf(kind, n).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The ids of the seeded rows, by their number. */
export const seededUser = (n: number) => idOf('user', n);
export const seededApp = (n: number) => uuidOf('app', n);
export const seededVersion = (n: number) => uuidOf('version', n);
export const seededWebhook = uuidOf('webhook', 1);

/** The popular app's versions have numbers above those of all others. */
export const POPULAR_VERSION = STORE_SIZE.versions + 1;

const FUNCTIONS = `
  CREATE FUNCTION pg_temp.uid(n bigint) RETURNS text LANGUAGE sql IMMUTABLE RETURN md5('user ' || n);
  CREATE FUNCTION pg_temp.id(kind text, n bigint) RETURNS text LANGUAGE sql IMMUTABLE
    RETURN md5(kind || ' ' || n)::uuid::text;
  CREATE FUNCTION pg_temp.word(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
    RETURN (ARRAY['harbour','tide','meadow','lantern','copper','granite','willow','falcon','ember','juniper',
      'marble','saffron','thistle','walnut','zephyr','quartz','raven','sable','timber','violet'])[1 + n % 20];
  CREATE FUNCTION pg_temp.name(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
    RETURN pg_temp.word(n) || ' ' || substr(md5(n::text), 1, 8) || ' ' || pg_temp.word(n / 20);
  CREATE FUNCTION pg_temp.email(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
    RETURN 'person' || n || '@' || substr(md5(n::text), 1, 6) || '.example'`;

/** The facts of a package with as many permissions as a usual app. */
const FACTS: AndroidFacts = {
  platform: 'android',
  applicationId: 'org.example.harbour',
  versionCode: 1,
  versionName: '1.0',
  label: 'Harbour',
  labels: Object.fromEntries(['de', 'en', 'es', 'fr', 'it', 'pt-BR'].map((locale) => [locale, 'Harbour'])),
  minSdk: 24,
  targetSdk: 36,
  permissions: Array.from({ length: 15 }, (_, n) => ({ name: `android.permission.PERMISSION_NUMBER_${n}` })),
  features: [{ name: 'android.hardware.camera', required: false }],
  abis: ['arm64-v8a', 'armeabi-v7a', 'x86_64'],
  debuggable: false,
  testOnly: false,
  hasInstrumentation: false,
  split: null,
  requiresSplits: false,
  size: 5_000_000,
  partSizes: { code: 2_000_000, resources: 1_000_000, libraries: 2_000_000 },
  iconSha256: idOf('icon', 1).repeat(2),
};

const SIGNATURE: SignatureFacts = {
  verified: true,
  schemes: { v1: true, v2: true, v3: true, v31: false },
  signers: [idOf('signer', 1).repeat(2)],
  certificates: [
    {
      sha256: idOf('signer', 1).repeat(2),
      subject: 'CN=Harbour, O=Harbour, C=NO',
      issuer: 'CN=Harbour, O=Harbour, C=NO',
      validFrom: '2020-01-01T00:00:00.000Z',
      validTo: '2050-01-01T00:00:00.000Z',
      keyAlgorithm: 'RSA',
      keySize: 4096,
    },
  ],
  lineage: [],
};

const TEXTS = {
  name: 'Harbour',
  summary: 'Tides, charts and the weather at sea',
  description: 'Shows the tide of every harbour, with charts that work without a connection. '.repeat(15),
  releaseNotes: 'Fixes the times of high tide.',
};

const json = (value: unknown) => `'${JSON.stringify(value)}'::jsonb`;

/** The people and the secret that rows refer to. */
interface SeededPeople {
  /** The publisher of many apps. */
  readonly uid: string;
  /** The user who has read no notification. */
  readonly busyUid: string;
  /** The encrypted secret of the webhook. */
  readonly webhookSecret: string;
}

/** The rows of one table, which are inserted by one statement. */
interface Seed {
  readonly table: string;
  readonly statement: string;
}

/** Returns the statements that fill a store, in their order. Announcements end in ten years, for stores that are kept. */
function seeds({ uid, busyUid, webhookSecret }: SeededPeople): Seed[] {
  const size = STORE_SIZE;
  const { users, apps, ownerApps, sharedApps, versions, popularVersions, auditEvents } = size;
  const announcements = Math.round((size.notifications - 2 * size.manyNotifications) / users);
  const queued = 4 * size.queue;
  return [
    {
      table: 'auth_users',
      statement: `INSERT INTO auth_users (id, name, email, email_verified)
        SELECT pg_temp.uid(n), pg_temp.name(n), pg_temp.email(n), true FROM generate_series(1, ${users}) AS n`,
    },
    {
      table: 'auth_accounts',
      statement: `INSERT INTO auth_accounts (id, account_id, provider_id, user_id, password)
        SELECT md5('account ' || n), pg_temp.uid(n), 'credential', pg_temp.uid(n), repeat(md5(n::text), 5)
        FROM generate_series(1, ${users}) AS n`,
    },
    {
      table: 'users',
      statement: `INSERT INTO users (uid, email, display_name, developer_name, role, is_verified, suspended_at, created_at,
          onboarding_completed)
        SELECT pg_temp.uid(n), pg_temp.email(n), pg_temp.name(n), CASE WHEN n % 20 = 0 THEN pg_temp.name(n + 7) END,
          CASE WHEN n % 5000 = 0 THEN 'admin' WHEN n % 20 = 0 THEN 'developer' ELSE 'user' END,
          n % 50 = 0, CASE WHEN n % 1000 = 1 THEN now() END, now() - n * interval '30 seconds', true
        FROM generate_series(1, ${users}) AS n`,
    },
    {
      table: 'auth_sessions',
      statement: `INSERT INTO auth_sessions (id, token, user_id, expires_at, ip_address, user_agent)
        SELECT md5('session ' || n), md5('token ' || n), pg_temp.uid(n * 3), now() + interval '10 years', '192.0.2.1', 'Mozilla/5.0'
        FROM generate_series(1, ${users / 5}) AS n`,
    },
    {
      table: 'publishing_requests',
      statement: `INSERT INTO publishing_requests (uid, state, requested_at)
        SELECT pg_temp.uid(n * 7 + 1), 'waiting', now() - n * interval '1 minute' FROM generate_series(1, 1000) AS n`,
    },
    {
      table: 'apps',
      statement: `INSERT INTO apps (id, owner_uid, platform, application_id, name, summary, status, listing_waiting_since,
          created_at, updated_at)
        SELECT pg_temp.id('app', n), CASE WHEN n <= ${ownerApps} THEN '${uid}' ELSE pg_temp.uid(20 * (n % (${users} / 20) + 1)) END,
          CASE WHEN n % 5 = 0 THEN 'ios' ELSE 'android' END, 'org.example.' || substr(md5(n::text), 1, 10) || n,
          pg_temp.name(n), 'Tides, charts and the weather at sea',
          CASE WHEN n % 10 = 0 THEN 'draft' WHEN n % 97 = 0 THEN 'removed' ELSE 'published' END,
          CASE WHEN n % 50 = 7 THEN now() - n * interval '1 minute' END,
          now() - n * interval '10 minutes', now() - n * interval '9 minutes'
        FROM generate_series(1, ${apps}) AS n`,
    },
    {
      table: 'app_members',
      statement: `INSERT INTO app_members (app_id, uid, role)
        SELECT pg_temp.id('app', n), CASE WHEN n <= ${ownerApps + sharedApps} THEN '${uid}' ELSE pg_temp.uid(n) END, 'maintainer'
        FROM generate_series(${ownerApps + 1}, ${apps}) AS n`,
    },
    {
      table: 'app_listings',
      statement: `INSERT INTO app_listings (app_id, locale, texts, public_texts, updated_by_uid)
        SELECT pg_temp.id('app', n), 'en-US', ${json(TEXTS)}, ${json(TEXTS)}, pg_temp.uid(n) FROM generate_series(1, ${apps}) AS n`,
    },
    {
      table: 'app_graphics',
      statement: `INSERT INTO app_graphics (id, app_id, locale, kind, position, key, sha256, size, width, height, is_public)
        SELECT pg_temp.id('graphic', n), pg_temp.id('app', 1 + n % ${apps}), 'en-US',
          CASE WHEN n <= ${apps} THEN 'icon' ELSE 'phoneScreenshots' END, n / ${apps}, 'graphics/' || repeat(md5(n::text), 2),
          repeat(md5(n::text), 2), 50000, 512, 512, true
        FROM generate_series(1, ${4 * apps}) AS n`,
    },
    {
      table: 'listing_reviews',
      statement: `INSERT INTO listing_reviews (app_id, locale, field, status, revision, waiting_since)
        SELECT id, 'en-US', field, 'waiting', repeat(md5(id), 2), listing_waiting_since
        FROM apps, unnest(ARRAY['summary', 'description']) AS field WHERE listing_waiting_since IS NOT NULL`,
    },
    {
      table: 'listing_changes',
      statement: `INSERT INTO listing_changes (id, app_id, locale, field, before, after, bytes, changed_by_uid, started_at, changed_at)
        SELECT pg_temp.id('change', n), pg_temp.id('app', 1 + n % ${apps}), 'en-US', 'summary', '{"value": "Tides"}',
          '{"value": "Tides and charts"}', 50, pg_temp.uid(n), at, at
        FROM (SELECT n, now() - n * interval '30 seconds' AS at FROM generate_series(1, 200000) AS n) AS numbered`,
    },
    {
      table: 'versions',
      statement: `INSERT INTO versions (id, app_id, status, file_name, size, received_bytes, sha256, package, signature,
          version_code, build_order, created_by_uid, created_at, published_at)
        SELECT pg_temp.id('version', n), pg_temp.id('app', CASE WHEN n > ${versions} THEN 1 ELSE 1 + n % ${apps} END), status, 'app.apk',
          5000000, 5000000, repeat(md5('file ' || n), 2),
          ${json(FACTS)} || jsonb_build_object('versionName', '1.' || n, 'versionCode', n), ${json(SIGNATURE)},
          n, ARRAY[n], '${uid}', at, CASE WHEN status = 'published' THEN at + interval '2 hours' END
        FROM (SELECT n, now() - (${versions + popularVersions} - n) * interval '150 seconds' AS at,
            CASE WHEN n > ${versions} THEN 'published' WHEN n > ${versions - queued} AND n % 8 = 0 THEN 'in_review'
              WHEN n > ${versions - queued} AND n % 8 = 1 THEN 'submitted' WHEN n % 20 = 2 THEN 'draft'
              WHEN n % 20 = 3 THEN 'rejected' ELSE 'published' END AS status
          FROM generate_series(1, ${versions + popularVersions}) AS n) AS numbered`,
    },
    {
      table: 'reviews',
      statement: `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision, sensitive_permissions,
          reviewer_uid, claimed_at, decision, decided_at, rejection_reasons)
        SELECT id, app_id, warnings, created_at, created_at, repeat(md5(''), 2),
          CASE WHEN version_code % 3 = 0 THEN ARRAY['android.permission.CAMERA'] ELSE '{}' END,
          CASE WHEN status <> 'submitted' THEN pg_temp.uid(5000) END, CASE WHEN status <> 'submitted' THEN created_at END,
          CASE status WHEN 'published' THEN 'approved' WHEN 'rejected' THEN 'rejected' END,
          CASE WHEN status IN ('published', 'rejected') THEN created_at + interval '1 hour' END,
          CASE WHEN status = 'rejected' THEN ARRAY['broken'] ELSE '{}' END
        FROM versions WHERE status <> 'draft' ORDER BY created_at`,
    },
    {
      table: 'review_messages',
      statement: `INSERT INTO review_messages (id, app_id, version_id, author_uid, by_staff, is_internal, text, created_at)
        SELECT pg_temp.id('message', n), pg_temp.id('app', 1 + (${versions} - n) % ${apps}), pg_temp.id('version', ${versions} - n),
          pg_temp.uid(n), n % 2 = 0, false, 'Please explain what the camera is for.', now() - n * interval '1 minute'
        FROM generate_series(0, 99999) AS n`,
    },
    {
      table: 'releases',
      statement: `INSERT INTO releases (version_id, app_id, track, publication)
        SELECT id, app_id, 'stable', 'immediate' FROM versions WHERE status <> 'draft'`,
    },
    {
      // The newest two versions of an app: of one in fifty every day, of the others every tenth day.
      table: 'downloads',
      statement: `INSERT INTO downloads (version_id, day, client, count)
        SELECT v.id, current_date - d, (ARRAY['fdroid', 'droidify', 'browser'])[1 + v.version_code % 3],
          1 + (v.version_code + d) % 40
        FROM generate_series(0, ${size.downloadDays - 1}) AS d, versions v
        WHERE v.status = 'published' AND v.version_code BETWEEN ${versions - 2 * apps} + 1 AND ${versions}
          AND (v.version_code % 50 = 7 OR (v.version_code / 10 + d) % 10 = 0)
        UNION ALL
        SELECT v.id, current_date - (${POPULAR_VERSION + popularVersions} - v.version_code - 1 + d)::int, client, 1 + d % 40
        FROM generate_series(0, 99) AS d, unnest(ARRAY['fdroid', 'droidify']) AS client, versions v
        WHERE v.version_code > ${versions}`,
    },
    {
      table: 'app_downloads',
      statement: `INSERT INTO app_downloads (app_id, owner_uid, day, count)
        SELECT a.id, a.owner_uid, d.day, sum(d.count)
        FROM downloads d JOIN versions v ON v.id = d.version_id JOIN apps a ON a.id = v.app_id
        GROUP BY a.id, a.owner_uid, d.day`,
    },
    {
      table: 'app_client_downloads',
      statement: `INSERT INTO app_client_downloads (app_id, day, client, count)
        SELECT v.app_id, d.day, d.client, sum(d.count)
        FROM downloads d JOIN versions v ON v.id = d.version_id
        GROUP BY v.app_id, d.day, d.client`,
    },
    {
      table: 'owner_downloads',
      statement: `INSERT INTO owner_downloads (owner_uid, day, count)
        SELECT owner_uid, day, sum(count) FROM app_downloads GROUP BY owner_uid, day`,
    },
    {
      // The oldest first, as a higher id is newer: announcements to everybody, then updates for two users.
      table: 'notifications',
      statement: `INSERT INTO notifications (kind, type, title, message, created_at, expires_at)
        SELECT 'systemAnnouncements', 'system_message', 'Maintenance', 'The store is down on Sunday.',
          now() - n * interval '1 day', now() + interval '10 years'
        FROM generate_series(${announcements}, 1, -1) AS n`,
    },
    {
      table: 'notification_recipients',
      statement: `INSERT INTO notification_recipients (notification_id, expires_at, uid, read_at)
        SELECT n.id, n.expires_at, u.uid, CASE WHEN n.created_at < now() - interval '2.5 days' THEN now() END
        FROM notifications n, users u WHERE n.kind = 'systemAnnouncements'`,
    },
    ...[uid, busyUid].map((of) => ({
      table: 'notification_recipients',
      statement: `WITH updates AS (
          INSERT INTO notifications (kind, type, title, message, uid, created_at, expires_at)
          SELECT 'appUpdates', 'app_update', 'Updated', 'An app was updated.', '${of}',
            now() - n * interval '1 minute', now() + interval '10 years'
          FROM generate_series(${size.manyNotifications}, 1, -1) AS n RETURNING id, created_at, expires_at
        )
        INSERT INTO notification_recipients (notification_id, expires_at, uid, read_at)
        SELECT id, expires_at, '${of}',
          CASE WHEN '${of}' = '${uid}' AND created_at < now() - interval '5.5 minutes' THEN now() END FROM updates`,
    })),
    {
      table: 'broadcasts',
      statement: `WITH said AS (
          INSERT INTO notifications (kind, type, title, message, created_at, expires_at)
          SELECT 'systemAnnouncements', 'system_message', 'Maintenance', 'On Sunday.',
            now() - n * interval '1 day', now() + interval '10 years'
          FROM generate_series(1, 1000) AS n RETURNING id, created_at
        )
        INSERT INTO broadcasts (id, notification_id, audience, is_announcement, status, created_at)
        SELECT pg_temp.id('broadcast', id), id, 'everyone', true, 'sent', created_at FROM said`,
    },
    {
      table: 'outbox',
      statement: `INSERT INTO outbox (channel, target, status, due_at, finished_at, last_error)
        SELECT 'account-email', pg_temp.email(n), CASE WHEN n % 500 = 0 THEN 'failed' ELSE 'sent' END, at, at,
          CASE WHEN n % 500 = 0 THEN '550 no such user' END
        FROM (SELECT n, now() - n * interval '5 seconds' AS at FROM generate_series(1, 500000) AS n) AS numbered`,
    },
    {
      table: 'webhooks',
      statement: `INSERT INTO webhooks (id, app_id, url, events, encrypted_secret)
        VALUES ('${seededWebhook}', '${seededApp(1)}', 'https://example.org/hook', '{version.published}', '${webhookSecret}')`,
    },
    {
      table: 'webhook_deliveries',
      statement: `INSERT INTO webhook_deliveries (id, webhook_id, event_id, event, payload, status, created_at, finished_at)
        SELECT pg_temp.id('delivery', n), '${seededWebhook}', pg_temp.id('event', n), 'version.published',
          repeat(md5(n::text), 10), 'delivered', at, at
        FROM (SELECT n, now() - n * interval '10 seconds' AS at FROM generate_series(1, ${size.webhookDeliveries}) AS n) AS numbered`,
    },
    {
      table: 'audit_events',
      statement: `INSERT INTO audit_events (at, actor_uid, event, app_id, version_id, subject_uid, details, facts)
        SELECT now() - (${auditEvents} - n) * interval '50 seconds', pg_temp.uid(1 + n % 5000), event,
          pg_temp.id('app', 1 + n % ${apps}), pg_temp.id('version', 1 + n % ${versions}),
          CASE WHEN event = 'user.suspended' THEN pg_temp.uid(n) END, '{"note": "Thank you"}', '{"versionCode": 7}'
        FROM (SELECT n, (ARRAY['version.submitted','version.approved','version.published','version.rejected',
            'listing.updated','app.created','user.suspended','settings.updated'])[1 + n % 8] AS event
          FROM generate_series(1, ${auditEvents}) AS n) AS numbered`,
    },
    {
      // As long as real entries; nothing that is measured verifies them.
      table: 'audit_chain',
      statement: `INSERT INTO audit_chain (position, event_id, entry, hash)
        SELECT (SELECT count(*) FROM audit_chain) - 1 + row_number() OVER (ORDER BY id), id, repeat(md5(id::text), 15),
          sha256(id::text::bytea)
        FROM audit_events WHERE id NOT IN (SELECT event_id FROM audit_chain)`,
    },
  ];
}

/**
 * Fills an empty store, around a publisher and a user with many notifications. Indexes other than those of keys are made
 * again at the end, which is faster than keeping them up to date.
 */
export async function seedLargeStore(client: Client, people: SeededPeople): Promise<void> {
  // Foreign keys are not checked: every row refers to an existing one.
  await client.query(
    "SET session_replication_role = 'replica'; SET synchronous_commit = off; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'",
  );
  await client.query(FUNCTIONS);
  const filled = seeds(people);
  const tables = [...new Set(filled.map(({ table }) => table))];
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i WHERE i.indrelid = ANY($1::regclass[]) AND NOT EXISTS (
       SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [tables],
  );
  await client.query(
    'ALTER TABLE notification_recipients DROP CONSTRAINT notification_recipients_uid_notification_id_pk',
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  for (const { table, statement } of filled) {
    const started = performance.now();
    await client.query(statement);
    if (['versions', 'downloads', 'app_downloads', 'notifications'].includes(table))
      await client.query(`ANALYZE ${table}`);
    report(table, started);
  }
  const started = performance.now();
  await client.query('ALTER TABLE notification_recipients ADD PRIMARY KEY (uid, notification_id)');
  for (const { definition } of indexes) await client.query(definition);
  report('indexes', started);
  await client.query('RESET session_replication_role; RESET work_mem');
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}

function report(what: string, started: number): void {
  process.stdout.write(`  ${what}: ${Math.round((performance.now() - started) / 1000)} s\n`);
}
