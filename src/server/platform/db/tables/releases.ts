import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import {
  type HaltDispute,
  type HaltRule,
  type ReportCounts,
  type ReportKind,
  reportKindSchema,
} from '#shared/releases/halt-rule.ts';
import { publicationKindSchema, trackSchema } from '#shared/releases/release.ts';
import { type PublicationKind, type Track } from '#shared/statuses/release-status.ts';
import { ofApp } from './apps.ts';
import { oneOf, time, updatedAt } from './columns.ts';
import { versions } from './versions.ts';

/** The release settings of a submitted version. */
export const releases = pgTable(
  'releases',
  {
    versionId: text('version_id')
      .primaryKey()
      .references(() => versions.id, { onDelete: 'cascade' }),
    appId: ofApp(),
    track: text('track').$type<Track>().notNull(),
    publication: text('publication').$type<PublicationKind>().notNull(),
    /** For scheduled publications. */
    publishAt: time('publish_at'),
    /** Percentage of devices that get it, from 1 to 100. */
    percentage: integer('percentage').notNull().default(100),
    haltedAt: time('halted_at'),
    /** When its publisher rolled back to an earlier version. */
    rolledBackAt: time('rolled_back_at'),
    /** Its publisher's rule for halting automatically; null for that of the store. */
    haltRule: jsonb('halt_rule').$type<HaltRule>(),
    /** The reports for which it halted automatically; null otherwise. */
    haltedFor: jsonb('halted_for').$type<ReportCounts & { readonly reports: number }>(),
    /** The publisher's objection to that halt, and how staff resolved it; null without one. */
    haltDispute: jsonb('halt_dispute').$type<HaltDispute>(),
    /** Grows when a rollout is resumed, so that earlier reports no longer count. */
    reportRound: integer('report_round').notNull().default(0),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('releases_app').on(table.appId),
    check('releases_track', oneOf(table.track, trackSchema.options)),
    check('releases_publication', oneOf(table.publication, publicationKindSchema.options)),
    check('releases_percentage', sql`${table.percentage} between 1 and 100`),
  ],
);

/** Reports about versions, summed for each round of their rollouts. */
export const releaseReports = pgTable(
  'release_reports',
  {
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    round: integer('round').notNull(),
    crashes: integer('crashes').notNull().default(0),
    problems: integer('problems').notNull().default(0),
    /** Of these, the reports of networks that are new to the store, which count half. */
    newCrashes: integer('new_crashes').notNull().default(0),
    newProblems: integer('new_problems').notNull().default(0),
    /** Reports that did not count: too many of their network, or without a counted download. */
    ignored: integer('ignored').notNull().default(0),
    /** When staff were notified of many reports from few networks. */
    patternAt: time('pattern_at'),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.round] })],
);

/** Devices that reported, so that each counts once. Without foreign keys, because rows are deleted by age. */
export const reportingDevices = pgTable(
  'reporting_devices',
  {
    versionId: text('version_id').notNull(),
    round: integer('round').notNull(),
    kind: text('kind').$type<ReportKind>().notNull(),
    /** A keyed hash of the device's id that differs between versions. */
    deviceHash: text('device_hash').notNull(),
    /** A keyed hash of the /48 or /24 that reported, which differs between versions; null for a crash service. */
    networkHash: text('network_hash'),
    reportedAt: time('reported_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.versionId, table.round, table.kind, table.deviceHash] }),
    index('reporting_devices_age').on(table.reportedAt),
    check('reporting_devices_kind', oneOf(table.kind, reportKindSchema.options)),
  ],
);

export type ReleaseRow = typeof releases.$inferSelect;
