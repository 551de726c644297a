import { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPublishedApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { findUser } from '../../identity/users.ts';
import { exportAccount } from './export.ts';

/** True, or the reason why not. */
type Answer = true | string;

interface PersonalColumn {
  /** The user's id or address, by which rows belong to them, or something else about them. */
  readonly holds: 'uid' | 'email' | 'data';
  readonly isExported: Answer;
  readonly isErased: Answer;
}

const CREDENTIAL = 'protects the account';
const ID = 'the account’s own id says nothing more in each row';
const UNRESOLVED = 'an id that resolves to nobody once the account is gone';
const RECORD = 'part of the record of an app that others may have installed; it names nobody';

const key = (isErased: Answer = true): PersonalColumn => ({ holds: 'uid', isExported: ID, isErased });
const address = (): PersonalColumn => ({ holds: 'email', isExported: true, isErased: true });
const data = (isExported: Answer = true, isErased: Answer = true): PersonalColumn => ({
  holds: 'data',
  isExported,
  isErased,
});

/** Every column that can contain the id of a user or personal data. */
const PERSONAL: Readonly<Record<string, PersonalColumn>> = {
  'account_exports.uid': key(),
  'account_exports.id': data('the secret name of the file'),
  'api_tokens.owner_uid': key(),
  'api_tokens.name': data(),
  'api_tokens.secret_hash': data(CREDENTIAL),
  'api_tokens.hint': data(),
  'api_tokens.last_used_from': data(),
  'app_downloads.owner_uid': key(),
  'app_invitations.email': address(),
  'app_invitations.invited_by_uid': key(UNRESOLVED),
  'app_listings.texts': data(true, RECORD),
  'app_listings.public_texts': data(true, RECORD),
  'app_listings.updated_by_uid': key(UNRESOLVED),
  'app_members.uid': key(),
  'apps.owner_uid': key(),
  'apps.details': data(),
  'apps.public_details': data(),
  'apps.public_developer_name': data(),
  'apps.removal_reason': data(true, RECORD),
  'audit_events.actor_uid': key(
    `${UNRESOLVED}, and the log has to prove what was done until its own period ends`,
  ),
  'audit_events.subject_uid': key(UNRESOLVED),
  'audit_events.details': data(),
  'auth_accounts.user_id': key(),
  'auth_accounts.account_id': key(),
  'auth_accounts.password': data(CREDENTIAL),
  'auth_accounts.access_token': data('never filled: there is no sign-in with other services'),
  'auth_accounts.refresh_token': data('never filled'),
  'auth_accounts.id_token': data('never filled'),
  'auth_passkeys.user_id': key(),
  'auth_passkeys.name': data(),
  'auth_passkeys.public_key': data(CREDENTIAL),
  'auth_passkeys.credential_id': data(CREDENTIAL),
  'auth_passkeys.transports': data('of the key itself'),
  'auth_passkeys.aaguid': data('the model of the key'),
  'auth_rate_limits.key': data('an address for a day, of nobody in particular', 'deleted after a day'),
  'auth_sessions.user_id': key(),
  'auth_sessions.token': data(CREDENTIAL),
  'auth_sessions.ip_address': data(),
  'auth_sessions.user_agent': data(),
  'auth_two_factors.user_id': key(),
  'auth_two_factors.secret': data(CREDENTIAL),
  'auth_two_factors.backup_codes': data(CREDENTIAL),
  'auth_users.id': key(),
  'auth_users.name': data('the same name as in the record'),
  'auth_users.email': address(),
  'auth_users.image': data('never filled'),
  'auth_verifications.identifier': data('the hash of a link'),
  'auth_verifications.value': key(),
  'broadcasts.chosen_uids': { ...key(UNRESOLVED), isExported: 'the notification itself is in the export' },
  'broadcasts.sender_uid': key(UNRESOLVED),
  'email_suppressions.email': address(),
  'email_suppressions.reason': data(),
  'known_origins.uid': key(),
  'known_origins.origin': data('a keyed hash'),
  'listing_changes.before': data(true, RECORD),
  'listing_changes.after': data(true, RECORD),
  'listing_changes.changed_by_uid': key(UNRESOLVED),
  'listing_changes.reverted_by_uid': key(UNRESOLVED),
  'notification_recipients.uid': key(),
  'notifications.uid': key(),
  'notifications.title': data(),
  'notifications.message': data(),
  'notifications.data': data(),
  'idempotent_calls.uid': key(),
  'idempotent_calls.encrypted_response': data('a response that the account’s program got'),
  'outbox.uid': key(),
  'outbox.target': { ...address(), isExported: 'the address of the account' },
  'outbox.cause': key(`${UNRESOLVED}, until the message is sent`),
  'outbox.encrypted_content': data('has links that protect the account'),
  'outbox.last_error': data(),
  'owner_downloads.owner_uid': key(),
  'provenance_bundles.bundle': data('the text from which the provenance of the version was read', RECORD),
  'publishing_requests.uid': key(),
  'publishing_requests.reason': data(),
  'push_subscriptions.uid': key(),
  'push_subscriptions.endpoint': data('the secret address of a browser'),
  'push_subscriptions.p256dh': data(CREDENTIAL),
  'push_subscriptions.auth': data(CREDENTIAL),
  'rate_limits.key': data('a keyed hash', 'a keyed hash that expires'),
  'review_messages.author_uid': key(UNRESOLVED),
  'review_messages.text': data(true, RECORD),
  'reviews.reviewer_uid': key(UNRESOLVED),
  'reviews.decision_note': data(true, RECORD),
  'upload_days.uid': key(),
  'users.uid': key(),
  'users.email': address(),
  'users.display_name': data(),
  'users.photo_url': data(),
  'users.developer_name': data(),
  'users.suspension_reason': data('given to the person by email, and in the events'),
  'users.links': data(),
  'users.language': data(),
  'users.time_zone': data(),
  'users.terms_version': data(),
  'versions.created_by_uid': key(UNRESOLVED),
  'versions.file_name': data(true, RECORD),
  'versions.provenance': data(true, RECORD),
  'versions.release_notes': data(true, RECORD),
  'webhooks.url': data(true, RECORD),
  'webhooks.encrypted_secret': data(CREDENTIAL, RECORD),
};

/** The other columns that can contain text: ids, choices from a list, and what is about apps, packages and the store. */
const OTHER: Readonly<Record<string, string>> = {
  account_exports: 'status sha256',
  altstore_apps: 'app_id application_id source text sha256 problems',
  api_tokens: 'id scopes app_ids',
  app_anti_features: 'app_id anti_feature set_by reasons',
  app_downloads: 'app_id',
  app_graphics: 'id app_id locale kind key sha256 findings',
  app_invitations: 'id app_id role token_hash',
  app_listings: 'app_id locale',
  app_members: 'app_id role',
  apps: 'id platform application_id name summary status removed_from marketplace_id provenance_policy',
  // Salted hashes stand for what is personal.
  audit_chain: 'entry hash',
  audit_checkpoints: 'root note',
  audit_events: 'event app_id version_id facts people_salt details_salt',
  audit_subtrees: 'hash',
  audit_verification: 'problems',
  auth_accounts: 'id provider_id scope',
  auth_jwks: 'id public_key private_key alg crv',
  auth_passkeys: 'id device_type',
  auth_rate_limits: 'id',
  auth_sessions: 'id rotation',
  auth_two_factors: 'id',
  auth_verifications: 'id',
  broadcasts: 'id audience status cursor mail_cursor',
  download_batches: 'id',
  downloads: 'version_id client',
  feed_apps:
    'app_id application_id text v1_app v1_packages sha256 category anti_features problems listed listed_version_id',
  feed_changes: 'app_ids',
  feed_files: 'path app_id version_id key',
  feed_groups: 'repo',
  feed_past_apps: 'app_id application_id text',
  feed_problems: 'app_id effect reason',
  feeds: 'name content_sha256 files',
  file_sweeps: 'cursor report last_report',
  idempotent_calls: 'id caller_id key call input_sha256',
  installation: 'secret_check storage_id',
  listing_approvals: 'app_id locale field version_id kept picture_keys',
  listing_changes: 'id app_id locale field version_id picture_keys revert_reason',
  listing_html: 'app_id locale description_sha256 html',
  listing_reviews: 'app_id locale field status revision reason',
  notifications: 'kind type',
  outbox: 'channel webhook_id status',
  past_feeds: 'name files',
  provenance_bundles: 'version_id',
  publishing_requests: 'state',
  push_subscriptions: 'id',
  reader_tokens: 'id name secret_hash hint',
  release_reports: 'version_id',
  releases: 'version_id app_id track publication halt_rule halted_for',
  // Of people without an account, by a hash that differs between versions.
  reporting_devices: 'version_id kind device_hash',
  review_messages: 'id app_id version_id',
  reviews: 'version_id listing_revision policy_decision sensitive_permissions decision rejection_reasons',
  setup_links: 'token_hash',
  store_keys: 'purpose public_key encrypted_private_key',
  store_settings: 'data',
  store_setup: 'confirmed mail_tested_with logo_key',
  upload_locks: 'version_id holder',
  users: 'role settings developer_type intent quotas density',
  versions:
    'id app_id status expected_sha256 sha256 package signature findings icon_key removal_reason vulnerability',
  webhook_deliveries: 'id webhook_id event_id event payload status response',
  webhooks: 'id app_id events',
};

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  const app = await createPublishedApp(server);
  person = app.owner;
  await fill(app.appId, app.versionId);
});
afterAll(() => server[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => server.context.pool.query(text, values);

/** Recognises what one column had. */
const markerOf = (column: string) => `mark-${column.replaceAll(/[._]/g, '-')}-mark`;

/** Values of columns whose rows have to fit others, by their name; null for those of a default. */
type Values = Readonly<Record<string, unknown>>;

/** Puts a marker into every personal column of the person, in a row of each table. */
async function fill(appId: string, versionId: string): Promise<void> {
  // Their own app was removed, so that it stays without them.
  await sql("UPDATE apps SET status = 'removed', removed_from = 'published' WHERE id = $1", [appId]);
  const { rows } = await sql(
    `INSERT INTO notifications (kind, type, title, message, expires_at)
     VALUES ('systemAnnouncements', 'system_message', 'To all', 'Hello', '2999-01-01') RETURNING id`,
  );
  const shared: Values = {
    app_id: appId,
    version_id: versionId,
    locale: 'fr',
    notification_id: rows[0].id,
    field: 'summary',
    status: null,
    role: 'viewer',
    kind: 'security',
    type: 'system_message',
  };
  const rowsOf: Readonly<Record<string, Values>> = {
    account_exports: { status: 'failed' },
    app_members: {},
    broadcasts: { audience: 'chosen', status: 'sent' },
    notifications: {},
    outbox: { channel: 'account-email', uid: null, notification_id: null, status: 'failed' },
    publishing_requests: { state: 'declined' },
    versions: { status: 'rejected' },
  };
  const updated = new Set(['users', 'auth_users', 'auth_accounts', 'apps']);
  // A trigger fills the first, and the other one needs the id of the notification.
  const filled = new Set(['owner_downloads', 'notification_recipients']);
  const tables = new Set(Object.keys(PERSONAL).map((column) => column.split('.')[0] ?? ''));
  for (const table of tables.difference(filled)) {
    if (updated.has(table)) await updateRow(table, appId);
    else await insertRow(table, { ...shared, ...rowsOf[table] });
  }
  await sql(
    `INSERT INTO notification_recipients (notification_id, expires_at, uid)
     SELECT id, expires_at, uid FROM notifications WHERE uid = $1 ON CONFLICT DO NOTHING`,
    [person.uid],
  );
  // What they caused for others.
  await sql(
    `INSERT INTO app_invitations (id, app_id, email, role, token_hash, invited_by_uid, expires_at)
     VALUES ('other', $1, 'other@example.org', 'viewer', 'other', $2, now())`,
    [appId, person.uid],
  );
  await sql(
    `INSERT INTO outbox (channel, target, cause, status, due_at, finished_at)
     VALUES ('account-email', 'other@example.org', $1, 'failed', now(), now())`,
    [person.uid],
  );
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await sql(
    `SELECT column_name AS name, udt_name AS type,
       is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AS "isRequired"
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
    [table],
  );
  return rows;
}

/** Returns what a personal column is filled with. */
function valueOf(column: string, type: string): unknown {
  const { holds } = PERSONAL[column] ?? data();
  const text = { uid: person.uid, email: person.email, data: markerOf(column) }[holds];
  if (type === '_text') return [text];
  return type === 'jsonb' ? JSON.stringify({ value: text }) : text;
}

async function updateRow(table: string, appId: string): Promise<void> {
  const columns = (await columnsOf(table)).filter(
    ({ name }) => PERSONAL[`${table}.${name}`]?.holds === 'data',
  );
  const where = { users: 'uid', auth_users: 'id', auth_accounts: 'user_id', apps: 'id' }[table];
  for (const { name, type } of columns) {
    const value = table === 'apps' && type === 'jsonb' ? contactOf(name) : valueOf(`${table}.${name}`, type);
    await sql(`UPDATE ${table} SET ${name} = $2 WHERE ${where} = $1`, [
      table === 'apps' ? appId : person.uid,
      value,
    ]);
  }
}

/** An app's details with the contact of a person. */
function contactOf(column: string): string {
  const text = markerOf(`apps.${column}`);
  const contact = { contactEmail: text, website: text, issueTracker: text };
  return JSON.stringify({ defaultLocale: 'en-US', category: 'games', tags: [], ...contact });
}

async function insertRow(table: string, known: Values): Promise<void> {
  const columns: string[] = [];
  const values: unknown[] = [];
  for (const { name, type, isRequired } of await columnsOf(table)) {
    const isPersonal = `${table}.${name}` in PERSONAL;
    const isKnown = Object.hasOwn(known, name);
    if (isKnown ? known[name] === null : !isPersonal && !isRequired) continue;
    columns.push(name);
    values.push(isKnown ? known[name] : isPersonal ? valueOf(`${table}.${name}`, type) : plainValueOf(type));
  }
  const parameters = columns.map((_, at) => `$${at + 1}`).join(', ');
  await sql(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${parameters})`, values);
}

function plainValueOf(type: string): unknown {
  const values: Values = {
    bool: false,
    date: '2026-01-01',
    int4: 1,
    int8: 1,
    jsonb: '{}',
    text: 'plain',
    // In the future, so that no clean-up by age removes the row meanwhile.
    timestamptz: '2999-01-01',
    _text: [],
  };
  return values[type];
}

test('every column that can contain text says whose it is', async () => {
  const { rows } = await sql(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND udt_name IN ('text', '_text', 'varchar', 'jsonb', 'json', 'bytea', 'uuid', 'inet')
     ORDER BY 1`,
  );
  const others = Object.entries(OTHER).flatMap(([table, names]) =>
    names.split(' ').map((name) => `${table}.${name}`),
  );
  expect([...Object.keys(PERSONAL), ...others].sort()).toEqual(rows.map(({ name }) => name));
});

describe('of a person with something in every column', () => {
  test('the export contains all but what has a reason not to be', async () => {
    const record = await server.context.db.transaction((tx) => findUser(tx, person.uid));
    if (!record) throw new Error('the person has no record');
    const exported = await readAll(Readable.from(exportAccount(server.context, record)));
    const wrong = Object.entries(PERSONAL).filter(([column, { holds, isExported }]) =>
      holds === 'data' ? exported.includes(markerOf(column)) !== (isExported === true) : false,
    );
    expect(wrong.map(([column]) => column)).toEqual([]);
    expect(exported).toContain(person.email);
  });

  test('deleting the account erases all but what has a reason to stay', async () => {
    expect((await person.tryCall('account.delete', { email: person.email })).status).toBe(200);
    const wrong: string[] = [];
    for (const [column, { holds, isErased }] of Object.entries(PERSONAL)) {
      const [table, name] = column.split('.');
      const text = { uid: person.uid, email: person.email, data: markerOf(column) }[holds];
      // The last email to them is sent first.
      const isLast = column === 'outbox.target' ? "AND status <> 'pending'" : '';
      const { rowCount } = await sql(
        `SELECT FROM ${table} WHERE position(lower($1) IN lower(${name}::text)) > 0 ${isLast}`,
        [text],
      );
      if ((rowCount === 0) !== (isErased === true)) wrong.push(column);
    }
    expect(wrong).toEqual([]);
  });
});
