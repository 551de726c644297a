import type { PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { presentUser } from '../users/present.ts';
import type { UserRow } from '../users/queries.ts';

/** Rows that are held in memory at once. */
const BATCH = 500;

/**
 * What is kept about a person besides their record: each a list of the export, $1 being the person's id. What protects
 * the account stays out: hashes, secrets, the keys of passkeys. Of what others did, it says what, and not who.
 */
const LISTS: Readonly<Record<string, string>> = {
  sessions: `
    SELECT id, ip_address AS address, user_agent AS "userAgent", created_at AS "createdAt",
           last_used_at AS "lastUsedAt", expires_at AS "expiresAt"
    FROM auth_sessions WHERE user_id = $1 ORDER BY created_at`,
  passkeys: `
    SELECT id, name, device_type AS "deviceType", created_at AS "createdAt"
    FROM auth_passkeys WHERE user_id = $1 ORDER BY created_at`,
  tokens: `
    SELECT id, name, scopes, app_ids AS "appIds", hint, created_at AS "createdAt", expires_at AS "expiresAt",
           last_used_at AS "lastUsedAt"
    FROM api_tokens WHERE owner_uid = $1 ORDER BY created_at`,
  requestsToPublish: `
    SELECT state, requested_at AS "requestedAt", decided_at AS "decidedAt", reason
    FROM publishing_requests WHERE uid = $1`,
  notificationPreferences: `
    SELECT approval_notifications AS "approvalNotifications", email, push, in_app AS "inApp",
           email_frequency AS "emailFrequency", muted
    FROM notification_preferences WHERE user_id = $1`,
  pushSubscriptions: `
    SELECT id, created_at AS "createdAt" FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at`,
  memberships: `
    SELECT m.app_id AS "appId", a.name, m.role, m.created_at AS "createdAt"
    FROM app_members m JOIN apps a ON a.id = m.app_id WHERE m.uid = $1 ORDER BY m.created_at`,
  apps: `
    SELECT id, platform, application_id AS "applicationId", name, summary, status, created_at AS "createdAt",
           updated_at AS "updatedAt"
    FROM apps WHERE owner_uid = $1 ORDER BY created_at`,
  versions: `
    SELECT v.id, v.app_id AS "appId", v.status, v.file_name AS "fileName", v.size, v.sha256, v.package, v.signature,
           v.findings, v.decision_note AS "decisionNote", v.created_at AS "createdAt",
           v.submitted_at AS "submittedAt", v.decided_at AS "decidedAt", v.published_at AS "publishedAt"
    FROM versions v JOIN apps a ON a.id = v.app_id WHERE a.owner_uid = $1 ORDER BY v.created_at`,
  messages: `
    SELECT app_id AS "appId", version_id AS "versionId", text, created_at AS "createdAt"
    FROM review_messages WHERE author_uid = $1 ORDER BY created_at`,
  notifications: `
    SELECT id, type, title, message, read, data, created_at AS "createdAt", expires_at AS "expiresAt"
    FROM notifications WHERE user_id = $1 ORDER BY created_at`,
  deliveries: `
    SELECT n.title, d.channel, d.status, d.created_at AS "createdAt", d.finished_at AS "finishedAt"
    FROM notice_deliveries d JOIN notices n ON n.id = d.notice_id WHERE d.user_id = $1 ORDER BY d.id`,
  events: `
    SELECT at, event, app_id AS "appId", version_id AS "versionId", coalesce(actor_uid = $1, false) AS "byYou",
           CASE WHEN subject_uid IS NULL OR subject_uid = $1 THEN details END AS details
    FROM audit_events WHERE actor_uid = $1 OR subject_uid = $1 ORDER BY id`,
};

/** Everything that the store keeps about a person, as the text of one JSON object, piece by piece, as of one moment. */
export async function* exportAccount(context: Context, record: UserRow): AsyncGenerator<string> {
  const { intent, termsVersion, termsAcceptedAt } = record;
  const user = { ...(await presentUser(context.db, record)), intent, termsVersion, termsAcceptedAt };
  yield `{\n"exportedAt": ${JSON.stringify(context.clock())},\n"user": ${JSON.stringify(user)}`;

  const client = await context.pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    for (const [name, list] of Object.entries(LISTS)) {
      yield `,\n${JSON.stringify(name)}: [`;
      let separator = '\n';
      for await (const row of readList(client, list, record.uid)) {
        yield `${separator}${JSON.stringify(row)}`;
        separator = ',\n';
      }
      yield ']';
    }
    yield '\n}\n';
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

async function* readList(client: PoolClient, list: string, uid: string): AsyncGenerator<unknown> {
  await client.query(`DECLARE list NO SCROLL CURSOR FOR ${list}`, [uid]);
  for (;;) {
    const { rows } = await client.query(`FETCH ${BATCH} FROM list`);
    yield* rows;
    if (rows.length < BATCH) break;
  }
  await client.query('CLOSE list');
}
