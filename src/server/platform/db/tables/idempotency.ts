import { index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, time } from './columns.ts';
import { ofUser } from './users.ts';

/** Calls with an idempotency key: those that run, and those that ended, with their response. */
export const idempotentCalls = pgTable(
  'idempotent_calls',
  {
    /** Another one for each attempt, so that an attempt notices that another one replaced it. */
    id: text('id').primaryKey(),
    uid: ofUser(),
    /** The API token, or the account of a session: each has keys of its own. Not a foreign key, because it is either. */
    callerId: text('caller_id').notNull(),
    key: text('key').notNull(),
    call: text('call').notNull(),
    /** SHA-256 of the checked input, in lower-case hex. */
    inputSha256: text('input_sha256').notNull(),
    createdAt: createdAt(),
    /** Until then the attempt counts as running, unless it has finished. */
    leaseUntil: time('lease_until').notNull(),
    /** When a transaction of the call committed. From then on it must not run again. */
    committedAt: time('committed_at'),
    finishedAt: time('finished_at'),
    /** The result or the error as JSON; null when it isn't kept. */
    encryptedResponse: text('encrypted_response'),
  },
  (table) => [
    unique('idempotent_calls_key').on(table.callerId, table.key),
    index('idempotent_calls_user').on(table.uid, table.createdAt),
    index('idempotent_calls_created').on(table.createdAt),
  ],
);
