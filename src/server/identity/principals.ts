import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { TokenScope } from '#shared/token-scope.ts';
import type { Build } from '#shared/trusted-publishers/build.ts';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/open.ts';
import { defineStatement, orNull, type StatementValues } from '../platform/db/statement.ts';
import { apps } from '../platform/db/tables/apps.ts';
import { authSessions, authUsers } from '../platform/db/tables/identity.ts';
import { apiTokens, buildTokens, trustedPublishers } from '../platform/db/tables/tokens.ts';
import { users } from '../platform/db/tables/users.ts';
import { databaseTrouble } from '../platform/db/trouble.ts';
import type { UserRow } from './users.ts';

/** Last-use times are stored by the minute, to avoid a write per call. */
const USE_PRECISION_MS = 60_000;

/** The columns that every call needs of its caller; handlers read the rest where they need it. */
const callerColumns = {
  uid: orNull(users.uid),
  email: orNull(users.email),
  displayName: orNull(users.displayName),
  role: orNull(users.role),
  suspendedAt: orNull(users.suspendedAt),
  suspensionReason: orNull(users.suspensionReason),
  emailConfirmed: authUsers.emailVerified,
};

export const SESSION_OWNER = defineStatement(
  'session-owner',
  ({ sessionId }: StatementValues<{ sessionId: string }>) => ({
    select: {
      ...callerColumns,
      authenticatedAt: authSessions.authenticatedAt,
      lastUsedAt: authSessions.lastUsedAt,
    },
    from: sql`
    FROM ${authSessions} JOIN ${authUsers} ON ${authUsers.id} = ${authSessions.userId}
      LEFT JOIN ${users} ON ${users.uid} = ${authSessions.userId}
    WHERE ${authSessions.id} = ${sessionId} AND ${authSessions.expiresAt} > now()`,
  }),
);

const TOKEN_OWNER = defineStatement(
  'token-owner',
  ({ secretHash }: StatementValues<{ secretHash: string }>) => ({
    select: {
      ...callerColumns,
      tokenId: apiTokens.id,
      scopes: apiTokens.scopes,
      appIds: apiTokens.appIds,
      expiresAt: apiTokens.expiresAt,
      lastUsedAt: apiTokens.lastUsedAt,
    },
    from: sql`
    FROM ${apiTokens} JOIN ${users} ON ${users.uid} = ${apiTokens.ownerUid}
      JOIN ${authUsers} ON ${authUsers.id} = ${users.uid}
    WHERE ${apiTokens.secretHash} = ${secretHash}`,
  }),
);

const BUILD_TOKEN_OWNER = defineStatement(
  'build-token-owner',
  ({ secretHash }: StatementValues<{ secretHash: string }>) => ({
    select: {
      ...callerColumns,
      tokenId: buildTokens.id,
      scopes: trustedPublishers.scopes,
      appId: trustedPublishers.appId,
      build: buildTokens.build,
      expiresAt: buildTokens.expiresAt,
    },
    from: sql`
    FROM ${buildTokens} JOIN ${trustedPublishers} ON ${trustedPublishers.id} = ${buildTokens.trustedPublisherId}
      JOIN ${apps} ON ${apps.id} = ${trustedPublishers.appId} AND ${apps.status} <> 'removed'
      JOIN ${users} ON ${users.uid} = ${trustedPublishers.ownerUid}
      JOIN ${authUsers} ON ${authUsers.id} = ${users.uid}
    WHERE ${buildTokens.secretHash} = ${secretHash}`,
  }),
);

/* A row that somebody holds is left alone: nobody waits because of when something was last used. */

const sessionUsed = (id: string, at: Date) => sql`
  UPDATE auth_sessions SET last_used_at = ${at.toISOString()}
  WHERE id IN (SELECT id FROM auth_sessions WHERE id = ${id} FOR UPDATE SKIP LOCKED)`;

const tokenUsed = (id: string, { at, from }: { at: Date; from: string }) => sql`
  UPDATE api_tokens SET last_used_at = ${at.toISOString()}, last_used_from = ${from}
  WHERE id IN (SELECT id FROM api_tokens WHERE id = ${id} FOR UPDATE SKIP LOCKED)`;

/** The fields of a caller's record that any call may need. */
export type CallerRecord = Pick<
  UserRow,
  'uid' | 'email' | 'displayName' | 'role' | 'suspendedAt' | 'suspensionReason'
>;

/** The user of a live session. */
export interface SessionOwner {
  /** Null before the first sign-in made one. */
  readonly record: CallerRecord | null;
  readonly emailConfirmed: boolean;
  readonly authenticatedAt: Date;
}

interface TokenOwner {
  readonly record: CallerRecord;
  readonly emailConfirmed: boolean;
  readonly tokenId: string;
  readonly scopes: readonly TokenScope[];
  readonly appIds: readonly string[] | null;
  readonly expiresAt: Date | null;
  /** The job of a trusted publisher that got the token; null for a personal one. */
  readonly build: Build | null;
}

/** Returns the user of a live session; null when the session has ended. */
export async function readSessionOwner(
  { db, clock }: Context,
  sessionId: string,
): Promise<SessionOwner | null> {
  const row = await SESSION_OWNER.first(db, { sessionId });
  if (!row) return null;
  const { emailConfirmed, authenticatedAt, lastUsedAt } = row;
  const now = clock();
  if (isStale(lastUsedAt, now)) await noteUse(db, sessionUsed(sessionId, now));
  return { record: row.uid === null ? null : recordOf(row as CallerRecord), emailConfirmed, authenticatedAt };
}

/**
 * Returns the owner of an API token and what the token may do, and records its use from an address; null when there is
 * no such token.
 */
export async function readTokenOwner(
  { db, clock }: Context,
  { secret, address }: { secret: string; address: string },
): Promise<TokenOwner | null> {
  const secretHash = hashSecret(secret);
  const row = await TOKEN_OWNER.first(db, { secretHash });
  if (!row) return readBuildTokenOwner(db, secretHash);
  const { emailConfirmed, tokenId, scopes, appIds, expiresAt, lastUsedAt } = row;
  const now = clock();
  if (isStale(lastUsedAt, now)) await noteUse(db, tokenUsed(tokenId, { at: now, from: address }));
  const record = recordOf(row as CallerRecord);
  return { record, emailConfirmed, tokenId, scopes, appIds, expiresAt, build: null };
}

/** Returns the owner for whom a token of a trusted publisher acts, in its app alone. */
async function readBuildTokenOwner(db: Db, secretHash: string): Promise<TokenOwner | null> {
  const row = await BUILD_TOKEN_OWNER.first(db, { secretHash });
  if (!row) return null;
  const { emailConfirmed, tokenId, scopes, appId, expiresAt, build } = row;
  const record = recordOf(row as CallerRecord);
  return { record, emailConfirmed, tokenId, scopes, appIds: [appId], expiresAt, build };
}

async function noteUse(db: Db, statement: SQL): Promise<void> {
  try {
    await db.execute(statement);
  } catch (error) {
    if (!databaseTrouble(error)) throw error;
  }
}

/** Hashes an API token's secret. SHA-256 is enough, because the secret is random and long. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function recordOf(row: CallerRecord): CallerRecord {
  const { uid, email, displayName, role, suspendedAt, suspensionReason } = row;
  return { uid, email, displayName, role, suspendedAt, suspensionReason };
}

function isStale(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > USE_PRECISION_MS;
}
