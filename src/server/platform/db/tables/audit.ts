import {
  bigint,
  bigserial,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { oneRow, time } from './columns.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Append-only: triggers of the migration reject every DELETE, and every UPDATE but the erasure of personal data. It has no
 * foreign keys, because it outlives the users, apps and versions that it names.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: time('at').notNull().defaultNow(),
    /** Null for automatic actions, `ERASED_UID` after an erasure. */
    actorUid: text('actor_uid'),
    /** Without a CHECK, because the log keeps events that a later version no longer has. */
    event: text('event').notNull(),
    appId: text('app_id'),
    versionId: text('version_id'),
    subjectUid: text('subject_uid'),
    /** May contain personal data. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    /** The part of the details that receipts publish; numbers, texts and nulls. */
    facts: jsonb('facts').$type<Record<string, unknown>>().notNull().default({}),
    /** Random, so that nobody can guess what was hashed. An erasure deletes them with what they protect. */
    peopleSalt: uuid('people_salt').defaultRandom(),
    detailsSalt: uuid('details_salt').defaultRandom(),
  },
  (table) => [
    index('audit_events_app').on(table.appId, table.at, table.id),
    index('audit_events_version').on(table.versionId, table.id),
    index('audit_events_actor').on(table.actorUid, table.at, table.id),
    index('audit_events_subject').on(table.subjectUid, table.at, table.id),
    // Ordered by bytes, so that a group of events such as `version.` is one range.
    index('audit_events_event').on(table.event.op('text_pattern_ops'), table.at, table.id),
    index('audit_events_at').on(table.at, table.id),
  ],
);

/**
 * The order of the audit log, which a deferred trigger extends when a transaction commits. Each entry contains the hash of
 * the one before. Triggers reject every change.
 */
export const auditChain = pgTable('audit_chain', {
  /** 0 for the first; without gaps. */
  position: bigint('position', { mode: 'number' }).primaryKey(),
  /** Not a foreign key: a check of the chain has to find the entry of an event that was deleted. */
  eventId: bigint('event_id', { mode: 'number' }).notNull().unique(),
  /** The hashed text: canonical JSON (RFC 8785) of what isn't personal, and salted hashes of the rest. */
  entry: text('entry').notNull(),
  /** The hash of the entry as a leaf of the Merkle tree (RFC 9162, section 2.1.1). */
  hash: bytes('hash').notNull(),
});

/** Hashes of the complete subtrees of 256, 65,536, … entries, from which proofs are computed. */
export const auditSubtrees = pgTable(
  'audit_subtrees',
  {
    /** 1 for subtrees of 256 entries, 2 for those of 256². */
    level: integer('level').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
);

/** The signed checkpoints of the log. */
export const auditCheckpoints = pgTable('audit_checkpoints', {
  /** The number of entries that it covers. */
  size: bigint('size', { mode: 'number' }).primaryKey(),
  root: bytes('root').notNull(),
  /** A signed note (c2sp.org/tlog-checkpoint). */
  note: text('note').notNull(),
  signedAt: time('signed_at').notNull(),
});

/** The result of the last verification of the whole log; one row. */
export const auditVerification = pgTable(
  'audit_verification',
  {
    id: integer('id').primaryKey(),
    verifiedAt: time('verified_at').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** The number of problems, and a sentence about the first ones. */
    problemCount: integer('problem_count').notNull(),
    problems: jsonb('problems').$type<readonly string[]>().notNull(),
  },
  (table) => [check('audit_verification_one', oneRow(table.id))],
);
