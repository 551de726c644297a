import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { TOKEN_SCOPES, type TokenScope } from '#shared/token-scope.ts';
import { DEVICE_AUTHORIZATION_STATUSES } from '#shared/tokens/device-authorization-calls.ts';
import type { Build } from '#shared/trusted-publishers/build.ts';
import { PUBLISHING_SCOPES } from '#shared/trusted-publishers/calls.ts';
import type { TrustedSource } from '#shared/trusted-publishers/source.ts';
import { ofApp } from './apps.ts';
import { createdAt, oneOf, onlyOf, time } from './columns.ts';
import { authSessions } from './identity.ts';
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
    /** When its owner was notified that it expires soon. */
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

/**
 * Programs that wait until somebody signs them in with a code (RFC 8628). The row goes with the token that it becomes, or
 * with the session that approved it.
 */
export const deviceAuthorizations = pgTable(
  'device_authorizations',
  {
    /** SHA-256 of the device code, in lower-case hex. */
    deviceCodeHash: text('device_code_hash').primaryKey(),
    /** Entered by the person; worth nothing without a session. */
    userCode: text('user_code').notNull().unique(),
    /** The name that the program gave itself; once approved, that of the token. */
    name: text('name').notNull(),
    /** The requested scopes; once approved, those of the token. */
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** The network from which the program asked. */
    network: text('network').notNull(),
    status: text('status').$type<(typeof DEVICE_AUTHORIZATION_STATUSES)[number]>().notNull(),
    /** The session that approved it. */
    sessionId: text('session_id').references(() => authSessions.id, { onDelete: 'cascade' }),
    /** The apps of the token; null for all of its owner's. */
    appIds: text('app_ids').array(),
    /** The days for which the token is valid; null when it never expires. */
    expiresInDays: integer('expires_in_days'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    polledAt: time('polled_at'),
    /** The least seconds between two polls; each one that is too early adds some. */
    intervalSeconds: integer('interval_seconds').notNull(),
  },
  (table) => [
    index('device_authorizations_session').on(table.sessionId),
    index('device_authorizations_expired').on(table.expiresAt),
    check('device_authorizations_status', oneOf(table.status, DEVICE_AUTHORIZATION_STATUSES)),
    check('device_authorizations_scopes', onlyOf(table.scopes, TOKEN_SCOPES)),
  ],
);

/** Jobs of build services that may publish an app: they exchange an ID token for a short-lived API token. */
export const trustedPublishers = pgTable(
  'trusted_publishers',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    /** The owner who saved it last, for whom its tokens act. */
    ownerUid: text('owner_uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    /** The claim `iss` of its ID tokens. */
    issuer: text('issuer').notNull(),
    source: jsonb('source').$type<TrustedSource>().notNull(),
    scopes: text('scopes').array().$type<(typeof PUBLISHING_SCOPES)[number][]>().notNull(),
    createdAt: createdAt(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [
    index('trusted_publishers_app').on(table.appId, table.createdAt),
    index('trusted_publishers_owner').on(table.ownerUid),
    check('trusted_publishers_scopes', onlyOf(table.scopes, PUBLISHING_SCOPES)),
  ],
);

export type TrustedPublisherRow = typeof trustedPublishers.$inferSelect;

/** API tokens that trusted publishers got; only the hash of the secret is stored. They end with their trusted publisher. */
export const buildTokens = pgTable(
  'build_tokens',
  {
    id: text('id').primaryKey(),
    trustedPublisherId: text('trusted_publisher_id')
      .notNull()
      .references(() => trustedPublishers.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret, in lower-case hex. */
    secretHash: text('secret_hash').notNull().unique(),
    build: jsonb('build').$type<Build>().notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('build_tokens_trusted_publisher').on(table.trustedPublisherId, table.expiresAt),
    index('build_tokens_expired').on(table.expiresAt),
  ],
);

/** ID tokens that were exchanged, so that none is exchanged again before it expires. */
export const usedIdTokens = pgTable(
  'used_id_tokens',
  {
    /** SHA-256 of the issuer and the token's id, in lower-case hex. */
    hash: text('hash').primaryKey(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('used_id_tokens_expired').on(table.expiresAt)],
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
