import type { PoolClient } from 'pg';
import type { UserRow } from '../../identity/users.ts';
import type { Context } from '../../platform/context.ts';
import { presentUser } from '../users/present.ts';

/** Rows held in memory at once. */
const BATCH = 500;

/**
 * The lists of an export besides the record; $1 is the user's id. Credentials are left out: hashes, secrets,
 * passkey keys. Actions of other users are included without their names.
 */
const LISTS: Readonly<Record<string, string>> = {
  sessions: `
    SELECT id, ip_address AS address, user_agent AS "userAgent", created_at AS "createdAt",
           last_used_at AS "lastUsedAt", expires_at AS "expiresAt"
    FROM auth_sessions WHERE user_id = $1 ORDER BY created_at`,
  knownDevices: `
    SELECT last_used_at AS "lastUsedAt" FROM known_origins WHERE uid = $1 ORDER BY last_used_at`,
  passkeys: `
    SELECT id, name, device_type AS "deviceType", created_at AS "createdAt"
    FROM auth_passkeys WHERE user_id = $1 ORDER BY created_at`,
  tokens: `
    SELECT id, name, scopes, app_ids AS "appIds", hint, created_at AS "createdAt", expires_at AS "expiresAt",
           last_used_at AS "lastUsedAt", last_used_from AS "lastUsedFrom"
    FROM api_tokens WHERE owner_uid = $1 ORDER BY created_at`,
  exports: `
    SELECT status, requested_at AS "requestedAt", finished_at AS "finishedAt", expires_at AS "expiresAt", size
    FROM account_exports WHERE uid = $1`,
  requestsToPublish: `
    SELECT state, requested_at AS "requestedAt", decided_at AS "decidedAt", reason
    FROM publishing_requests WHERE uid = $1`,
  deletionRequests: `
    SELECT state, requested_at AS "requestedAt", delete_at AS "deleteAt", ground, decline_reason AS "declineReason",
           declined_at AS "declinedAt"
    FROM account_deletion_requests WHERE uid = $1`,
  removalRequests: `
    SELECT app_id AS "appId", state, reason, is_with_account AS "isWithAccount", requested_at AS "requestedAt",
           remove_at AS "removeAt", ground, decline_reason AS "declineReason", declined_at AS "declinedAt"
    FROM app_removal_requests WHERE requested_by_uid = $1 ORDER BY requested_at, app_id`,
  pushSubscriptions: `
    SELECT id, created_at AS "createdAt" FROM push_subscriptions WHERE uid = $1 ORDER BY created_at`,
  memberships: `
    SELECT m.app_id AS "appId", a.name, m.role, m.created_at AS "createdAt"
    FROM app_members m JOIN apps a ON a.id = m.app_id WHERE m.uid = $1 ORDER BY m.created_at`,
  invitations: `
    SELECT app_id AS "appId", email, role, invited_by_uid = $1 AS "byYou", created_at AS "createdAt",
           expires_at AS "expiresAt"
    FROM app_invitations
    WHERE invited_by_uid = $1 OR email = (SELECT lower(email) FROM users WHERE uid = $1) ORDER BY created_at`,
  storeInvitations: `
    SELECT email, role, is_emailed AS "isEmailed", created_at AS "createdAt", expires_at AS "expiresAt"
    FROM user_invitations
    WHERE invited_by_uid = $1 OR email = (SELECT lower(email) FROM users WHERE uid = $1) ORDER BY created_at`,
  apps: `
    SELECT id, platform, application_id AS "applicationId", name, summary, status, removal_reason AS "removalReason",
           details, public_details AS "publicDetails", public_developer_name AS "publicDeveloperName",
           created_at AS "createdAt", updated_at AS "updatedAt"
    FROM apps WHERE owner_uid = $1 ORDER BY created_at`,
  listings: `
    SELECT l.app_id AS "appId", l.locale, l.texts, l.changelogs, l.public_texts AS "publicTexts", l.updated_at AS "updatedAt"
    FROM app_listings l JOIN apps a ON a.id = l.app_id WHERE a.owner_uid = $1 ORDER BY l.app_id, l.locale`,
  listingChanges: `
    SELECT app_id AS "appId", locale, field, before->'value' AS before, after->'value' AS after,
           changed_at AS "changedAt", reverted_at AS "revertedAt", revert_reason AS "revertReason"
    FROM listing_changes WHERE changed_by_uid = $1 ORDER BY changed_at`,
  submittedListingChanges: `
    SELECT app_id AS "appId", locale, field, submitted->'value' AS value, waiting_since AS "waitingSince"
    FROM listing_reviews WHERE submitted_by_uid = $1 ORDER BY waiting_since`,
  webhooks: `
    SELECT w.app_id AS "appId", w.url, w.events, w.created_at AS "createdAt"
    FROM webhooks w JOIN apps a ON a.id = w.app_id WHERE a.owner_uid = $1 ORDER BY w.created_at`,
  trustedPublishers: `
    SELECT id, app_id AS "appId", issuer, source, scopes, created_at AS "createdAt", last_used_at AS "lastUsedAt"
    FROM trusted_publishers WHERE owner_uid = $1 ORDER BY created_at`,
  versions: `
    SELECT v.id, v.app_id AS "appId", v.status, v.file_name AS "fileName", v.size, v.sha256, v.package, v.signature,
           v.findings, v.provenance, v.build, v.release_notes AS "releaseNotes",
           (SELECT jsonb_build_object('releaseNotes', d.release_notes, 'reviewerNotes', d.reviewer_notes)
            FROM submission_drafts d WHERE d.version_id = v.id) AS "submissionDraft", v.created_at AS "createdAt", v.published_at AS "publishedAt"
    FROM versions v JOIN apps a ON a.id = v.app_id WHERE a.owner_uid = $1 ORDER BY v.created_at`,
  reviews: `
    SELECT r.version_id AS "versionId", r.submitted_at AS "submittedAt", r.withdrawn_at AS "withdrawnAt", r.decision,
           r.decision_note AS "decisionNote", r.rejection_reasons AS "rejectionReasons", r.decided_at AS "decidedAt"
    FROM reviews r JOIN versions v ON v.id = r.version_id JOIN apps a ON a.id = v.app_id
    WHERE a.owner_uid = $1 ORDER BY r.id`,
  decisions: `
    SELECT version_id AS "versionId", claimed_at AS "claimedAt", decision, decision_note AS "decisionNote",
           decided_at AS "decidedAt"
    FROM reviews WHERE reviewer_uid = $1 ORDER BY claimed_at`,
  uploads: `
    SELECT day, bytes FROM upload_days WHERE uid = $1 ORDER BY day`,
  messages: `
    SELECT app_id AS "appId", version_id AS "versionId", text, created_at AS "createdAt"
    FROM review_messages WHERE author_uid = $1 ORDER BY created_at`,
  notifications: `
    SELECT n.id::text AS id, n.type, n.title, n.message, r.read_at IS NOT NULL AS read, n.about, n.data,
           n.created_at AS "createdAt", n.expires_at AS "expiresAt"
    FROM notifications n JOIN notification_recipients r ON r.notification_id = n.id
    WHERE r.uid = $1 ORDER BY n.id`,
  deliveries: `
    SELECT n.title, d.channel, d.status, d.created_at AS "createdAt", d.finished_at AS "finishedAt"
    FROM outbox d JOIN notifications n ON n.id = d.notification_id WHERE d.uid = $1 ORDER BY d.id`,
  accountEmails: `
    SELECT status, created_at AS "createdAt", finished_at AS "finishedAt", last_error AS "lastError"
    FROM outbox WHERE channel = 'account-email' AND lower(target) = (SELECT lower(email) FROM users WHERE uid = $1)
    ORDER BY id`,
  emailProblems: `
    SELECT reason, since FROM email_suppressions WHERE email = (SELECT lower(email) FROM users WHERE uid = $1)`,
  announcements: `
    SELECT n.title, n.message, b.audience, b.created_at AS "createdAt"
    FROM broadcasts b JOIN notifications n ON n.id = b.notification_id WHERE b.sender_uid = $1 ORDER BY b.created_at`,
  events: `
    SELECT at, event, app_id AS "appId", version_id AS "versionId", coalesce(actor_uid = $1, false) AS "byYou",
           CASE WHEN subject_uid IS NULL OR subject_uid = $1 THEN details END AS details
    FROM audit_events WHERE actor_uid = $1 OR subject_uid = $1 ORDER BY id`,
};

/**
 * Returns everything stored about a user as the text of one JSON object, in pieces, from one snapshot. Must
 * be written to a file, never to a client, which could stop reading and block the connection and its
 * transaction.
 */
export async function* exportAccount(context: Context, record: UserRow): AsyncGenerator<string> {
  const { intent, termsVersion, termsAcceptedAt } = record;
  const user = { ...(await presentUser(context.db, record)), intent, termsVersion, termsAcceptedAt };
  yield `{\n"exportedAt": ${JSON.stringify(context.clock())},\n"user": ${JSON.stringify(user)}`;

  const client = await context.jobs.pool.connect();
  let isComplete = false;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(
      "SET LOCAL statement_timeout = '10min'; SET LOCAL idle_in_transaction_session_timeout = '10min'",
    );
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
    isComplete = true;
  } finally {
    // Closing the connection ends an incomplete transaction.
    if (isComplete) await client.query('ROLLBACK');
    client.release(!isComplete);
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
