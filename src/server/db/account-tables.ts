import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { TokenScope } from '#shared/call.ts';
import { authUsers, users } from './tables.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = () => time('created_at').notNull().defaultNow();

/* The identity provider's tables: their columns are what better-auth's two-factor and passkey plugins ask for. */

/** The secret of the authenticator app and the recovery codes, both encrypted with the server's secret. */
export const authTwoFactors = pgTable(
  'auth_two_factors',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    verified: boolean('verified').default(true),
    failedVerificationCount: integer('failed_verification_count').default(0),
    lockedUntil: time('locked_until'),
  },
  (table) => [index('auth_two_factors_user').on(table.userId)],
);

export const authPasskeys = pgTable(
  'auth_passkeys',
  {
    id: text('id').primaryKey(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    credentialID: text('credential_id').notNull().unique(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    createdAt: createdAt(),
    aaguid: text('aaguid'),
  },
  (table) => [index('auth_passkeys_user').on(table.userId)],
);

/* The store's own. */

/** How often somebody tried what is limited: sign-in, sign-up, reset. The key is a keyed hash, so it names nobody. */
export const attemptLimits = pgTable(
  'attempt_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: time('resets_at').notNull(),
  },
  (table) => [index('attempt_limits_resets').on(table.resetsAt)],
);

/** Personal tokens for programs; only the hash of the secret is kept. Revoking one deletes its row. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    ownerUid: text('owner_uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scopes: jsonb('scopes').$type<TokenScope[]>().notNull(),
    /** The only apps that the token reaches; null for all of its owner's. */
    appIds: jsonb('app_ids').$type<string[]>(),
    /** SHA-256 of the secret, in lower-case hex. */
    secretHash: text('secret_hash').notNull().unique(),
    /** How the secret begins, so that its owner recognises it. */
    hint: text('hint').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at'),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('api_tokens_owner').on(table.ownerUid, table.createdAt)],
);

/** Who asked to publish while the store's policy is approval, and what was decided. */
export const publishingRequests = pgTable(
  'publishing_requests',
  {
    uid: text('uid')
      .primaryKey()
      .references(() => users.uid, { onDelete: 'cascade' }),
    state: text('state').$type<'waiting' | 'refused'>().notNull(),
    requestedAt: time('requested_at').notNull(),
    decidedAt: time('decided_at'),
    reason: text('reason'),
  },
  (table) => [
    index('publishing_requests_waiting')
      .on(table.requestedAt, table.uid)
      .where(sql`${table.state} = 'waiting'`),
  ],
);
