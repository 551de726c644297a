import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import {
  type PublicationKind,
  publicationKindSchema,
  type Track,
  trackSchema,
} from '#shared/releases/release.ts';
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
    updatedAt: updatedAt(),
  },
  (table) => [
    index('releases_app').on(table.appId),
    check('releases_track', oneOf(table.track, trackSchema.options)),
    check('releases_publication', oneOf(table.publication, publicationKindSchema.options)),
    check('releases_percentage', sql`${table.percentage} between 1 and 100`),
  ],
);

export type ReleaseRow = typeof releases.$inferSelect;
