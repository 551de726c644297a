import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { TokenScope } from '#shared/call.ts';
import { users } from './tables.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = () => time('created_at').notNull().defaultNow();

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
