import { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_DETAILS } from '#shared/listings/details.ts';
import { DETAILS, type FieldRecord } from '#shared/listings/field-records.ts';
import { createPublishedApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { OTHER_COLUMNS, PERSONAL_COLUMNS } from '#test/support/personal-columns.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { findUser } from '../../identity/users.ts';
import { exportAccount } from './export.ts';

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
  const reviewed = await sql('SELECT warnings FROM versions WHERE id = $1', [versionId]);
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
    staged_graphics: { kind: 'icon' },
    account_deletion_requests: { state: 'pending' },
    account_exports: { status: 'failed' },
    app_marks: { kind: 'developer', letters: '0'.repeat(64) },
    app_members: {},
    app_removal_requests: { state: 'pending' },
    broadcasts: { audience: 'chosen', status: 'sent' },
    device_authorizations: { status: 'pending', scopes: ['read'] },
    notifications: {},
    outbox: { channel: 'account-email', uid: null, notification_id: null, status: 'failed' },
    publishing_requests: { state: 'declined' },
    // A foreign key keeps it that of the version.
    reviews: { warnings: reviewed.rows[0].warnings },
    versions: { status: 'rejected' },
    listing_reviews: { status: 'waiting' },
    holds: { subject: 'publisher', kind: 'other' },
    package_blocks: { by: 'file', kind: 'other' },
    user_invitations: { role: 'user' },
  };
  const updated = new Set(['users', 'auth_users', 'auth_accounts', 'apps', 'releases']);
  // A trigger fills the first, and the other one needs the id of the notification.
  const filled = new Set(['owner_downloads', 'notification_recipients']);
  const tables = new Set(Object.keys(PERSONAL_COLUMNS).map((column) => column.split('.')[0] ?? ''));
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
    `INSERT INTO user_invitations (id, email, role, token_hash, is_emailed, invited_by_uid, expires_at)
     VALUES ('other', 'other@example.org', 'user', 'other', true, $1, '2999-01-01')`,
    [person.uid],
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
       is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'
         AND is_generated = 'NEVER' AS "isRequired"
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
    [table],
  );
  return rows;
}

/** Returns what a personal column is filled with. */
function valueOf(column: string, type: string): unknown {
  const holds = PERSONAL_COLUMNS[column]?.holds ?? 'data';
  const text = { uid: person.uid, email: person.email, data: markerOf(column) }[holds];
  if (type === '_text') return [text];
  return type === 'jsonb' ? JSON.stringify({ value: text }) : text;
}

async function updateRow(table: string, appId: string): Promise<void> {
  const columns = (await columnsOf(table)).filter(
    ({ name }) => PERSONAL_COLUMNS[`${table}.${name}`]?.holds === 'data',
  );
  const ofApp = { apps: 'id', releases: 'app_id' }[table];
  const where = ofApp ?? { users: 'uid', auth_users: 'id', auth_accounts: 'user_id' }[table];
  for (const { name, type } of columns) {
    const value = table === 'apps' && type === 'jsonb' ? contactOf(name) : valueOf(`${table}.${name}`, type);
    await sql(`UPDATE ${table} SET ${name} = $2 WHERE ${where} = $1`, [
      ofApp === undefined ? person.uid : appId,
      value,
    ]);
  }
}

/** An app's details with a person in everything that leads somewhere. */
function contactOf(column: string): string {
  const text = markerOf(`apps.${column}`);
  const leading = Object.entries<FieldRecord>(DETAILS).filter(
    ([, { form, linkStart }]) => form === 'email' || form === 'address' || linkStart !== undefined,
  );
  return JSON.stringify({ ...NO_DETAILS, ...Object.fromEntries(leading.map(([field]) => [field, text])) });
}

async function insertRow(table: string, known: Values): Promise<void> {
  const columns: string[] = [];
  const values: unknown[] = [];
  for (const { name, type, isRequired } of await columnsOf(table)) {
    const isPersonal = `${table}.${name}` in PERSONAL_COLUMNS;
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
     WHERE table_schema = 'public' AND udt_name IN ('text', '_text', 'varchar', 'jsonb', 'json', 'bytea', 'uuid', 'inet', 'tsvector')
     ORDER BY 1`,
  );
  const others = Object.entries(OTHER_COLUMNS).flatMap(([table, names]) =>
    names.split(' ').map((name) => `${table}.${name}`),
  );
  expect([...Object.keys(PERSONAL_COLUMNS), ...others].sort()).toEqual(rows.map(({ name }) => name));
});

describe('of a person with something in every column', () => {
  test('the export contains all but what has a reason not to be', async () => {
    const record = await server.context.db.transaction((tx) => findUser(tx, person.uid));
    if (!record) throw new Error('the person has no record');
    const exported = await readAll(Readable.from(exportAccount(server.context, record)));
    const wrong = Object.entries(PERSONAL_COLUMNS).filter(([column, { holds, isExported }]) =>
      holds === 'data' ? exported.includes(markerOf(column)) !== (isExported === true) : false,
    );
    expect(wrong.map(([column]) => column)).toEqual([]);
    expect(exported).toContain(person.email);
  });

  test('deleting the account erases all but what has a reason to stay', async () => {
    expect((await person.tryCall('account.delete', { email: person.email })).status).toBe(200);
    const wrong: string[] = [];
    for (const [column, { holds, isErased }] of Object.entries(PERSONAL_COLUMNS)) {
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
