import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { TOKEN_SCOPES, type TokenScope } from '#shared/tokens/scope.ts';
import { createdAt, onlyOf, time } from './columns.ts';
import { users } from './users.ts';

/** Personal API tokens; only the hash of the secret is stored. Revoking one deletes its row. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    ownerUid: text('owner_uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** The only apps that the token can access; null for all of its owner's. A list has no foreign keys. */
    appIds: text('app_ids').array(),
    /** SHA-256 of the secret, in lower-case hex. */
    secretHash: text('secret_hash').notNull().unique(),
    /** The start of the secret, so that its owner recognises it. */
    hint: text('hint').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at'),
    /** When its owner was told that it expires soon. */
    expiryWarnedAt: time('expiry_warned_at'),
    /** Precise to the minute. */
    lastUsedAt: time('last_used_at'),
    /** The address of the last use; erased when that was long ago (`knownDeviceDays`). */
    lastUsedFrom: text('last_used_from'),
  },
  (table) => [
    index('api_tokens_owner').on(table.ownerUid, table.createdAt),
    index('api_tokens_expiring').on(table.expiresAt).where(sql`${table.expiryWarnedAt} is null`),
    check('api_tokens_scopes', onlyOf(table.scopes, TOKEN_SCOPES)),
  ],
);

/** Tokens by which people and programs read a private store; only the hash of the secret is stored. */
export const readerTokens = pgTable(
  'reader_tokens',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** SHA-256 of the secret, in lower-case hex. */
    secretHash: text('secret_hash').notNull().unique(),
    /** The start of the secret, so that staff recognise it. */
    hint: text('hint').notNull(),
    createdAt: createdAt(),
    /** Precise to the hour. */
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('reader_tokens_created').on(table.createdAt, table.id)],
);
