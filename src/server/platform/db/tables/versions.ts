import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { PackageFacts, SignatureFacts } from '#shared/packages/facts.ts';
import type { StoredFinding } from '#shared/packages/finding.ts';
import { sanitize, sanitizeFacts } from '#shared/packages/sanitize.ts';
import type { Provenance } from '#shared/provenance/provenance.ts';
import { RESERVING_CODE, type VersionStatus, versionStatusSchema } from '#shared/statuses/version-status.ts';
import type { Build } from '#shared/trusted-publishers/build.ts';
import { apps } from './apps.ts';
import { createdAt, oneOf, time } from './columns.ts';

const COUNT_WARNINGS = sql.raw(
  `jsonb_array_length(jsonb_path_query_array("findings", '$[*] ? (@.severity == "warning")'))`,
);

/*
 * What was read from a package is marked again when it's read: inspections before names were checked for hidden characters
 * stored them as they were.
 */
const packageFacts = customType<{ data: PackageFacts; driverData: PackageFacts }>({
  dataType: () => 'jsonb',
  toDriver: (facts) => JSON.stringify(facts) as never,
  fromDriver: sanitizeFacts,
});
const packageText = <T>() =>
  customType<{ data: T; driverData: T }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value) as never,
    fromDriver: (value) => sanitize(value),
  });

export const versions = pgTable(
  'versions',
  {
    id: text('id').primaryKey(),
    appId: text('app_id')
      .notNull()
      .references(() => apps.id),
    status: text('status').$type<VersionStatus>().notNull(),
    fileName: text('file_name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Uploaded bytes, as last recorded, and the time of the last ones. */
    receivedBytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
    lastByteAt: time('last_byte_at').notNull().defaultNow(),
    /** When its complete or partial file was given up; the sweep deletes the rest. */
    fileRemovedAt: time('file_removed_at'),
    /** The SHA-256 that the uploader announced, if any. */
    expectedSha256: text('expected_sha256'),
    /** The SHA-256 of the complete file, computed by the server. */
    sha256: text('sha256'),
    package: packageFacts('package'),
    signature: packageText<SignatureFacts>()('signature'),
    findings: packageText<StoredFinding[]>()('findings').notNull().default([]),
    /** The findings that are warnings, which sort the review queue. */
    warnings: integer('warnings').notNull().generatedAlwaysAs(COUNT_WARNINGS),
    /** The origin that its verified Sigstore bundle names; null without one. */
    provenance: jsonb('provenance').$type<Provenance>(),
    iconKey: text('icon_key'),
    /** Bytes of the icon. */
    iconSize: integer('icon_size'),
    /** Started inspections that the server did not stop itself. */
    inspectionAttempts: integer('inspection_attempts').notNull().default(0),
    /** The Android version code, by which store clients request the file; null on iOS. */
    versionCode: bigint('version_code', { mode: 'number' }),
    /** The numbers that order an app's versions on both platforms (`buildOrder`); null before inspection. */
    buildOrder: numeric('build_order').array(),
    /** Its uploader. Not a foreign key: a version outlives their account. */
    createdByUid: text('created_by_uid').notNull(),
    /** The job of a trusted publisher that uploaded it; null for a person or another program. */
    build: jsonb('build').$type<Build>(),
    /** Release notes by locale, as the listing had them at submission. */
    releaseNotes: jsonb('release_notes').$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
    /** When its publisher deleted it; the row remains to reserve its version code. */
    deletedAt: time('deleted_at'),
    /** The reason for its removal by staff; null unless removed. */
    removalReason: text('removal_reason'),
    /** The reason of staff's mark as having a known vulnerability; null unless marked. */
    vulnerability: text('vulnerability'),
    publishedAt: time('published_at'),
  },
  (table) => [
    check('versions_status', oneOf(table.status, versionStatusSchema.options)),
    index('versions_app').on(table.appId, table.createdAt),
    /** Counts an app's versions without reading them. Without other columns, equal entries are one short list. */
    index('versions_app_status').on(table.appId, table.status),
    /** Referenced by reviews, which keep a copy. */
    unique('versions_reviewed').on(table.id, table.appId, table.warnings),
    /** Counts towards an app's storage. */
    index('versions_stored').on(table.appId, table.size).where(sql`${table.fileRemovedAt} is null`),
    check(
      'versions_build_order',
      sql`${table.versionCode} is null or ${table.buildOrder} is not distinct from array[${table.versionCode}]::numeric[]`,
    ),
    index('versions_published')
      .on(table.appId, table.buildOrder.desc())
      .where(sql`${table.status} = 'published'`),
    /** Prevents two submitted versions of an app from having the same number. */
    uniqueIndex('versions_build')
      .on(table.appId, table.buildOrder)
      .where(oneOf(table.status, RESERVING_CODE)),
    index('versions_sha256').on(table.sha256),
    /** Finds what a certificate has signed, or is in the proven rotation of. */
    index('versions_signature').using('gin', table.signature.op('jsonb_path_ops')),
    /** Finds packages with a native library. */
    index('versions_libraries').using('gin', sql`(${table.package}->'nativeLibraries') jsonb_path_ops`),
    index('versions_icon').on(table.iconKey).where(sql`${table.iconKey} is not null`),
    index('versions_uploading').on(table.createdByUid).where(sql`${table.status} = 'uploading'`),
    index('versions_file_expiry')
      .on(table.status, table.lastByteAt)
      .where(sql`${table.status} in ('uploading', 'invalid', 'rejected') and ${table.fileRemovedAt} is null`),
  ],
);

/** Uploads that a request is writing to, on any server (see `uploads/lock.ts`). */
export const uploadLocks = pgTable('upload_locks', {
  versionId: text('version_id')
    .primaryKey()
    .references(() => versions.id, { onDelete: 'cascade' }),
  /** The request that holds the lock. */
  holder: text('holder').notNull(),
  /** By the database's clock. Afterwards another request may take the lock. */
  expiresAt: time('expires_at').notNull(),
});

/** The Sigstore bundles from which `versions.provenance` was read. */
export const provenanceBundles = pgTable('provenance_bundles', {
  versionId: text('version_id')
    .primaryKey()
    .references(() => versions.id, { onDelete: 'cascade' }),
  /** As it was attached. */
  bundle: text('bundle').notNull(),
});

export type VersionRow = typeof versions.$inferSelect;
