import { createHash } from 'node:crypto';
import type { TokenScope } from '#shared/call.ts';
import { normaliseRole } from '#shared/users/role.ts';
import type { Context } from '../context.ts';
import { USER_COLUMNS, type UserRow } from '../users/queries.ts';

/** When a session or token was last used is kept to the minute: not every call is worth a write. */
const USE_PRECISION_MS = 60_000;

/* Hot reads: named statements. */

const SESSION_OWNER = {
  name: 'session-owner',
  text: `SELECT ${USER_COLUMNS}, s.proved_at AS "provedAt", s.last_used_at AS "lastUsedAt"
         FROM auth_sessions s LEFT JOIN users u ON u.uid = s.user_id
         WHERE s.id = $1 AND s.expires_at > now()`,
};

const TOKEN_OWNER = {
  name: 'token-owner',
  text: `SELECT ${USER_COLUMNS}, t.id AS "tokenId", t.scopes, t.app_ids AS "appIds",
                t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt"
         FROM api_tokens t JOIN users u ON u.uid = t.owner_uid
         WHERE t.secret_hash = $1`,
};

interface SessionOwner {
  /** Null before the first sign-in made one. */
  readonly record: UserRow | null;
  readonly provedAt: Date;
}

interface TokenOwner {
  readonly record: UserRow;
  readonly tokenId: string;
  readonly scopes: readonly TokenScope[];
  readonly appIds: readonly string[] | null;
  readonly expiresAt: Date | null;
}

/** The person behind a live session; null when the session has ended. */
export async function readSessionOwner(
  { pool, clock }: Context,
  sessionId: string,
): Promise<SessionOwner | null> {
  const { rows } = await pool.query({ ...SESSION_OWNER, values: [sessionId] });
  if (!rows[0]) return null;
  const { provedAt, lastUsedAt, ...user } = rows[0];
  if (isStale(lastUsedAt, clock())) {
    await pool.query('UPDATE auth_sessions SET last_used_at = $2 WHERE id = $1', [sessionId, clock()]);
  }
  return { record: user.uid === null ? null : recordOf(user), provedAt };
}

/** The owner of an API token and what the token may do; null when there is no such token. */
export async function readTokenOwner({ pool, clock }: Context, secret: string): Promise<TokenOwner | null> {
  const { rows } = await pool.query({ ...TOKEN_OWNER, values: [hashSecret(secret)] });
  if (!rows[0]) return null;
  const { tokenId, scopes, appIds, expiresAt, lastUsedAt, ...user } = rows[0];
  if (isStale(lastUsedAt, clock())) {
    await pool.query('UPDATE api_tokens SET last_used_at = $2 WHERE id = $1', [tokenId, clock()]);
  }
  return { record: recordOf(user), tokenId, scopes, appIds, expiresAt };
}

/** What is kept of an API token: SHA-256 is enough, as the secret is random and long. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function recordOf(row: UserRow): UserRow {
  return { ...row, role: normaliseRole(row.role) };
}

function isStale(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > USE_PRECISION_MS;
}
