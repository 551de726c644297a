import { bigserial, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/**
 * Append-only: a trigger of the migration rejects every UPDATE and DELETE. It has no foreign keys, because it
 * outlives the users, apps and versions that it names.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: time('at').notNull().defaultNow(),
    /** Null for automatic actions. */
    actorUid: text('actor_uid'),
    event: text('event').notNull(),
    appId: text('app_id'),
    versionId: text('version_id'),
    subjectUid: text('subject_uid'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
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
