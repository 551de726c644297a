import { date, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { apps } from './apps.ts';
import { versions } from './versions.ts';

/** Downloads of each version per day (UTC). No index contains the count, so that counting stays cheap. */
export const downloads = pgTable(
  'downloads',
  {
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.day] })],
);

/** Downloads of each app per day (UTC), for all versions; written together with `downloads`. */
export const appDownloads = pgTable(
  'app_downloads',
  {
    appId: text('app_id').notNull(),
    /** The app's publisher, kept current by the foreign key, so that all their apps are one range of an index. */
    ownerUid: text('owner_uid').notNull(),
    day: date('day').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.day] }),
    foreignKey({
      name: 'app_downloads_app',
      columns: [table.appId, table.ownerUid],
      foreignColumns: [apps.id, apps.ownerUid],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    // Includes the count, so that sums over many rows read only the index.
    index('app_downloads_owner').on(table.ownerUid, table.day, table.appId, table.count),
    index('app_downloads_day').on(table.day, table.count),
  ],
);
