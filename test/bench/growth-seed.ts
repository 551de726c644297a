import type { Client } from 'pg';

/** The size of the measured store. */
export const STORE_SIZE = {
  users: 200_000,
  apps: 20_000,
  /** Apps of one publisher; the others have few. */
  ownerApps: 5_000,
  versions: 100_000,
  notifications: 2_000_000,
  /** Notifications of that publisher, who has read nearly all of them. */
  ownerNotifications: 100_000,
  auditEvents: 500_000,
  /** Days on which published versions were downloaded. */
  downloadDays: 60,
} as const;

/** Words for names, so that a search finds only some rows. */
const WORDS = `ARRAY['harbour','tide','meadow','lantern','copper','granite','willow','falcon','ember','juniper',
  'marble','saffron','thistle','walnut','zephyr','quartz','raven','sable','timber','violet']`;

/** Returns an SQL expression for a name of two words that depends on a number. */
const nameOf = (n: string) =>
  `(${WORDS})[1 + ${n} % 20] || ' ' || substr(md5((${n})::text), 1, 8) || ' ' || (${WORDS})[1 + (${n} / 20) % 20]`;

/** Fills an empty store, around the publisher with this id. */
export async function seedLargeStore(client: Client, ownerUid: string): Promise<void> {
  const { users, apps, ownerApps, versions, notifications, ownerNotifications, auditEvents, downloadDays } =
    STORE_SIZE;
  const perUser = Math.ceil((notifications - ownerNotifications) / users);
  const statements = [
    `INSERT INTO auth_users (id, name, email, email_verified)
     SELECT 'u' || n, ${nameOf('n')}, 'person' || n || '@' || substr(md5(n::text), 1, 6) || '.example', true
     FROM generate_series(1, ${users}) AS n`,
    `INSERT INTO users (uid, email, display_name, developer_name, role, is_verified, suspended_at, created_at)
     SELECT 'u' || n, 'person' || n || '@' || substr(md5(n::text), 1, 6) || '.example', ${nameOf('n')},
            CASE WHEN n % 20 = 0 THEN ${nameOf('n + 7')} END,
            CASE WHEN n % 5000 = 0 THEN 'admin' WHEN n % 20 = 0 THEN 'developer' ELSE 'user' END,
            n % 50 = 0, CASE WHEN n % 1000 = 1 THEN now() END, now() - n * interval '3 minutes'
     FROM generate_series(1, ${users}) AS n`,
    `INSERT INTO publishing_requests (uid, state, requested_at)
     SELECT 'u' || n * 7 + 1, 'waiting', now() - n * interval '1 minute' FROM generate_series(1, 500) AS n`,
    `INSERT INTO apps (id, owner_uid, platform, application_id, name, status, created_at, updated_at)
     SELECT 'a' || n, CASE WHEN n <= ${ownerApps} THEN '${ownerUid}' ELSE 'u' || 20 * (n % (${users} / 20) + 1) END,
            'android', 'org.example.' || substr(md5(n::text), 1, 10) || n, ${nameOf('n')},
            CASE WHEN n % 10 = 0 THEN 'draft' WHEN n % 97 = 0 THEN 'removed' ELSE 'published' END,
            now() - n * interval '10 minutes', now() - n * interval '9 minutes'
     FROM generate_series(1, ${apps}) AS n`,
    `INSERT INTO versions (id, app_id, status, file_name, size, package, version_code, build_order, created_by_uid,
       created_at, published_at)
     SELECT 'v' || n, 'a' || 1 + n % ${apps}, status, 'app.apk', 5000000,
            jsonb_build_object('versionName', '1.' || n, 'versionCode', n), n, ARRAY[n], '${ownerUid}',
            at, CASE WHEN status = 'published' THEN at + interval '2 hours' END
     FROM (SELECT n, now() - n * interval '5 minutes' AS at,
             CASE WHEN n % 100 = 0 THEN 'submitted' WHEN n % 200 = 1 THEN 'in_review' WHEN n % 10 = 2 THEN 'draft'
               ELSE 'published' END AS status
           FROM generate_series(1, ${versions}) AS n) AS numbered`,
    `INSERT INTO reviews (version_id, submitted_at, queued_at, listing_revision, reviewer_uid, claimed_at, decision, decided_at)
     SELECT id, created_at, created_at, '', CASE WHEN status <> 'submitted' THEN 'u5000' END,
            CASE WHEN status <> 'submitted' THEN created_at END, CASE WHEN status = 'published' THEN 'approved' END,
            CASE WHEN status = 'published' THEN created_at + interval '1 hour' END
     FROM versions WHERE status <> 'draft' ORDER BY created_at`,
    // The newest two versions of an app: of one in fifty every day, of the others every tenth day.
    `INSERT INTO downloads (version_id, day, client, count)
     SELECT v.id, current_date - d, (ARRAY['fdroid', 'droidify', 'browser'])[1 + v.version_code % 3],
       1 + (v.version_code + d) % 40
     FROM generate_series(0, ${downloadDays - 1}) AS d, versions v
     WHERE v.status = 'published' AND v.version_code > ${versions - 2 * apps}
       AND (v.version_code % 50 = 7 OR (v.version_code / 10 + d) % 10 = 0)`,
    `INSERT INTO app_downloads (app_id, owner_uid, day, count)
     SELECT a.id, a.owner_uid, d.day, sum(d.count)
     FROM downloads d JOIN versions v ON v.id = d.version_id JOIN apps a ON a.id = v.app_id
     GROUP BY a.id, a.owner_uid, d.day`,
    // The oldest first, as a higher id is newer: announcements to everybody, then updates for one user.
    `INSERT INTO notifications (kind, type, title, message, created_at, expires_at)
     SELECT 'systemAnnouncements', 'system_message', 'Maintenance', 'The store is down on Sunday.',
            now() - n * interval '1 day', now() + interval '30 days'
     FROM generate_series(${perUser}, 1, -1) AS n`,
    `INSERT INTO notification_recipients (notification_id, expires_at, uid, read_at)
     SELECT n.id, n.expires_at, 'u' || u, CASE WHEN n.created_at < now() - interval '2.5 days' THEN now() END
     FROM notifications n, generate_series(1, ${users}) AS u`,
    `WITH updates AS (
       INSERT INTO notifications (kind, type, title, message, created_at, expires_at)
       SELECT 'appUpdates', 'app_update', 'Updated', 'An app was updated.',
              now() - n * interval '1 minute', now() + interval '30 days'
       FROM generate_series(${ownerNotifications}, 1, -1) AS n RETURNING id, created_at, expires_at
     )
     INSERT INTO notification_recipients (notification_id, expires_at, uid, read_at)
     SELECT id, expires_at, '${ownerUid}', CASE WHEN created_at < now() - interval '5.5 minutes' THEN now() END FROM updates`,
    `INSERT INTO audit_events (at, actor_uid, event, app_id, version_id)
     SELECT now() - (${auditEvents} - n) * interval '1 minute', 'u' || 1 + n % 5000,
            (ARRAY['version.submitted','version.approved','version.published','version.rejected','listing.updated',
              'app.created','user.suspended','settings.updated'])[1 + n % 8],
            'a' || 1 + n % ${apps}, 'v' || 1 + n % ${versions}
     FROM generate_series(1, ${auditEvents}) AS n`,
    `WITH said AS (
       INSERT INTO notifications (kind, type, title, message, created_at, expires_at)
       SELECT 'systemAnnouncements', 'system_message', 'Maintenance', 'On Sunday.',
              now() - n * interval '1 day', now() + interval '60 days'
       FROM generate_series(1, 1000) AS n RETURNING id, created_at
     )
     INSERT INTO broadcasts (id, notification_id, audience, is_announcement, status, created_at)
     SELECT 'm' || id, id, 'everyone', true, 'sent', created_at FROM said`,
  ];
  // Foreign keys are not checked: every row refers to an existing one.
  await client.query("SET session_replication_role = 'replica'; SET synchronous_commit = off");
  for (const statement of statements) await client.query(statement);
  await client.query('RESET session_replication_role');
  await client.query('VACUUM ANALYZE');
}
