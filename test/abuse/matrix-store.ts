import { createHash, randomUUID } from 'node:crypto';
import { createTokenSecret } from '#server/identity/token-secret.ts';
import { TOKEN_SCOPES } from '#shared/token-scope.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { waitUntil } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { seedNotification } from '#test/support/seed-notification.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { type AttackedServer, startAttackedServer } from './server.ts';

/** Text that strangers must not read, in the names of the attacked app and of its owner. */
export const MARKER = 'Quiet-Harbour';

/** Ids of one thing of each kind, under the names that inputs have for them. */
export interface Targets {
  readonly appId: string;
  readonly versionId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly graphicId: string;
  readonly invitationId: string;
  readonly trustedPublisherId: string;
  readonly announcementId: string;
  readonly notificationId: string;
  readonly tokenId: string;
  readonly sessionId: string;
  readonly uid: string;
}

/** The role of a caller in the attacked app. */
export type Relation = 'none' | 'viewer' | 'maintainer' | 'owner' | 'admin';

/** One kind of caller. */
export interface MatrixCaller {
  readonly name: string;
  readonly authorization: string | null;
  /** The status of every call by this caller; null when it depends on the call. */
  readonly rejectedWith: 401 | 403 | null;
  readonly role: 'user' | 'developer' | 'admin' | null;
  /** Of an API token. */
  readonly scopes: readonly string[] | null;
  readonly relation: Relation;
  /** True when the caller authenticated within the last minutes. */
  readonly isRecentlyAuthenticated: boolean;
}

export interface MatrixStore extends AsyncDisposable {
  readonly server: AttackedServer;
  readonly callers: readonly MatrixCaller[];
  /** Ids of the owner's things, and ids that do not exist. */
  readonly owned: Targets;
  readonly missing: Targets;
  /** The target of calls by admins. */
  readonly victim: Person;
}

/** Starts a store with an app, all kinds of its and its owner's data, and callers of every kind. */
export async function openMatrixStore(): Promise<MatrixStore> {
  const server = await startAttackedServer();
  const sql = (text: string, values: unknown[] = []) => server.pool.query(text, values);
  const onboard = (name: string, intent?: 'browse') => server.onboard(`${name}@people.example`, intent);

  const [owner, admin] = await Promise.all([server.onboard(`${MARKER}@people.example`), server.admin()]);
  const [stranger, user, viewer, maintainer] = await Promise.all([
    onboard('stranger'),
    onboard('user', 'browse'),
    onboard('viewer'),
    onboard('maintainer'),
  ]);
  const [newcomer, suspended, demoted, stale, ended, victim] = await Promise.all([
    server.signUp('newcomer@people.example'),
    onboard('suspended'),
    onboard('demoted'),
    onboard('stale'),
    onboard('ended'),
    onboard('victim', 'browse'),
  ]);
  // Their records come with the first call.
  await newcomer.call('users.me', {});
  await sql('UPDATE auth_users SET email_verified = true');
  await sql("UPDATE users SET suspended_at = now(), suspension_reason = 'Spam.' WHERE uid = $1", [
    suspended.uid,
  ]);
  await sql("UPDATE users SET role = 'user' WHERE uid = $1", [demoted.uid]);
  await sql("UPDATE auth_sessions SET authenticated_at = now() - interval '1 day' WHERE user_id = $1", [
    stale.uid,
  ]);
  await sql("UPDATE auth_sessions SET expires_at = now() - interval '1 s' WHERE user_id = $1", [ended.uid]);

  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: MARKER,
  });
  const { app: other } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.other',
    name: 'Another app',
  });
  const { id: versionId } = await uploadVersion(owner, app.id, readFixture('plain.apk'));
  await sql("INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'viewer'), ($1, $3, 'maintainer')", [
    app.id,
    viewer.uid,
    maintainer.uid,
  ]);
  const notificationId = await seedNotification(server.pool, owner.uid, { title: MARKER });
  const owned = { ...ids(), appId: app.id, versionId, uid: victim.uid, notificationId };
  await fillApp(sql, owned, owner);
  await fillAccount(sql, owned, owner);
  const { webhook } = await owner.call('webhooks.create', {
    appId: app.id,
    url: `https://example.org/${MARKER}`,
    events: ['version.removed'],
  });
  // A test event to it fails without a request to anywhere.
  await sql(`UPDATE webhooks SET url = 'https://127.0.0.1/${MARKER}' WHERE id = $1`, [webhook.id]);
  await sql(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_id, event, payload, status, finished_at)
     VALUES ($1, $2, 'event', 'version.removed', '{}', 'failed', now())`,
    [owned.deliveryId, webhook.id],
  );
  const announced = await admin.call('notifications.announce', {
    title: 'Hello',
    message: 'All.',
    userIds: [victim.uid],
  });

  await waitUntilIdle(server);

  const secrets = await insertTokens(sql, owner.uid, other.id);
  const nobody = {
    rejectedWith: null,
    role: null,
    scopes: null,
    relation: 'none',
    isRecentlyAuthenticated: false,
  } as const;
  const session = (name: string, person: Person, is: Partial<MatrixCaller> = {}): MatrixCaller => ({
    ...nobody,
    name,
    authorization: `Bearer ${person.token}`,
    role: 'developer',
    isRecentlyAuthenticated: true,
    ...is,
  });
  const token = (name: keyof typeof secrets, is: Partial<MatrixCaller>): MatrixCaller => ({
    ...session(`token ${name}`, owner, {
      relation: 'owner',
      isRecentlyAuthenticated: false,
      scopes: [],
      ...is,
    }),
    authorization: `Bearer ${secrets[name]}`,
  });
  return {
    server,
    owned: { ...owned, webhookId: webhook.id, announcementId: announced.announcementId },
    missing: ids(),
    victim,
    callers: [
      { ...nobody, name: 'nobody', authorization: null },
      { ...nobody, name: 'a made-up token', authorization: 'Bearer qs_madeup', rejectedWith: 401 },
      {
        ...nobody,
        name: 'a forged session',
        authorization: `Bearer ${forge(owner.token)}`,
        rejectedWith: 401,
      },
      session('an ended session', ended, { rejectedWith: 401 }),
      session('a suspended developer', suspended, { rejectedWith: 403 }),
      session('a newcomer', newcomer, { role: 'user' }),
      session('a user', user, { role: 'user' }),
      session('a demoted admin', demoted, { role: 'user' }),
      session('a stranger', stranger),
      session('a developer who signed in yesterday', stale, { isRecentlyAuthenticated: false }),
      session('a viewer', viewer, { relation: 'viewer' }),
      session('a maintainer', maintainer, { relation: 'maintainer' }),
      session('the owner', owner, { relation: 'owner' }),
      session('an admin', admin, { role: 'admin', relation: 'admin' }),
      token('reads', { scopes: KINDS.reads.scopes }),
      token('writes', { scopes: KINDS.writes.scopes }),
      token('reads and writes', { scopes: TOKEN_SCOPES }),
      token('of another app', { scopes: TOKEN_SCOPES, relation: 'none' }),
      token('expired', { rejectedWith: 401 }),
    ],
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Waits until the notifications and emails of the set-up are sent, after which nothing changes by itself. */
async function waitUntilIdle({ pool }: AttackedServer): Promise<void> {
  await waitUntil('every email is sent, and the first feed is there as a whole', async () => {
    const { rows } = await pool.query(
      `SELECT EXISTS (SELECT FROM broadcasts WHERE status IN ('sending', 'mailing'))
           OR EXISTS (SELECT FROM outbox WHERE status = 'pending')
           OR NOT EXISTS (SELECT FROM feeds)
           OR EXISTS (
             SELECT FROM graphile_worker.jobs WHERE run_at <= now() OR task_identifier = 'finish-feeds'
           ) AS "isBusy"`,
    );
    return !rows[0].isBusy;
  });
}

type Sql = (text: string, values?: unknown[]) => Promise<unknown>;

function ids(): Targets {
  const names = [
    'appId',
    'versionId',
    'webhookId',
    'deliveryId',
    'graphicId',
    'invitationId',
    'trustedPublisherId',
    'announcementId',
    'notificationId',
    'tokenId',
    'sessionId',
    'uid',
  ] as const;
  return Object.fromEntries(names.map((name) => [name, randomUUID()])) as unknown as Targets;
}

async function fillApp(
  sql: Sql,
  { appId, graphicId, invitationId, trustedPublisherId }: Targets,
  owner: Person,
): Promise<void> {
  await sql(
    `INSERT INTO app_graphics (id, app_id, locale, kind, position, key, sha256, size, width, height)
     VALUES ($1, $2, 'de', 'phoneScreenshots', 0, 'graphics/x.png', 'x', 1, 320, 320)`,
    [graphicId, appId],
  );
  await sql(
    `INSERT INTO app_invitations (id, app_id, email, role, token_hash, invited_by_uid, expires_at)
     VALUES ($1, $2, 'invited@people.example', 'viewer', 'x', 'x', now() + interval '1 day')`,
    [invitationId, appId],
  );
  const source = { kind: 'other', claims: [{ name: 'sub', value: MARKER }] };
  await sql(
    `INSERT INTO trusted_publishers (id, app_id, owner_uid, issuer, source, scopes)
     VALUES ($1, $2, $3, 'https://example.org', $4, '{upload}')`,
    [trustedPublisherId, appId, owner.uid, source],
  );
}

async function fillAccount(sql: Sql, { tokenId, sessionId }: Targets, owner: Person) {
  await sql(
    `INSERT INTO api_tokens (id, owner_uid, name, scopes, secret_hash, hint) VALUES ($1, $2, $3, '{}', 'x', 'qs_')`,
    [tokenId, owner.uid, MARKER],
  );
  await sql(
    `INSERT INTO auth_sessions (id, token, user_id, expires_at) VALUES ($1, $1, $2, now() + interval '1 day')`,
    [sessionId, owner.uid],
  );
}

/** The owner's tokens by name. */
const KINDS = {
  reads: { scopes: ['read'], isOfOtherApp: false, lifetime: '1 day' },
  writes: {
    scopes: TOKEN_SCOPES.filter((scope) => scope !== 'read'),
    isOfOtherApp: false,
    lifetime: '1 day',
  },
  'reads and writes': { scopes: TOKEN_SCOPES, isOfOtherApp: false, lifetime: '1 day' },
  'of another app': { scopes: TOKEN_SCOPES, isOfOtherApp: true, lifetime: '1 day' },
  expired: { scopes: TOKEN_SCOPES, isOfOtherApp: false, lifetime: '-1 day' },
} as const;

async function insertTokens(sql: Sql, uid: string, otherAppId: string) {
  const made = Object.entries(KINDS).map(async ([name, { scopes, isOfOtherApp, lifetime }]) => {
    const secret = createTokenSecret();
    const appIds = isOfOtherApp ? [otherAppId] : null;
    await sql(
      `INSERT INTO api_tokens (id, owner_uid, name, scopes, app_ids, secret_hash, hint, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'qs_', now() + $7::interval)`,
      [randomUUID(), uid, name, scopes, appIds, createHash('sha256').update(secret).digest('hex'), lifetime],
    );
    return [name, secret] as const;
  });
  return Object.fromEntries(await Promise.all(made)) as Record<keyof typeof KINDS, string>;
}

/** Replaces the user in a session's token and keeps the signature. */
function forge(token: string): string {
  const [head, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url');
  return [head, forged, signature].join('.');
}

/** Tables that change with every request, such as rate limits, or by the hourly sweep. */
const RESTLESS = new Set(['rate_limits', 'auth_rate_limits', 'file_checks', 'file_sweeps']);

/** Returns a hash of each table's content, without the times of last use. */
export async function hashTables({ pool }: AttackedServer): Promise<Record<string, string>> {
  const { rows } = await pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
  const hashes: Record<string, string> = {};
  for (const { tablename } of rows) {
    if (RESTLESS.has(tablename)) continue;
    const found = await pool.query(
      `SELECT md5(string_agg(content, ',' ORDER BY content)) AS hash
       FROM (SELECT (to_jsonb(t) - 'last_used_at' - 'last_used_from')::text AS content FROM public."${tablename}" t) all_rows`,
    );
    hashes[tablename] = found.rows[0].hash ?? '';
  }
  return hashes;
}

/** Runs a few at a time, which keeps a server busy without long queues. */
export async function inParallel<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      for (const item of waiting) await run(item);
    }),
  );
}
