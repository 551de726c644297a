import { check, date, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { DOWNLOAD_CLIENT_IDS, type DownloadClientId } from '#shared/apps/download-clients.ts';
import { apps } from './apps.ts';
import { oneOf, time } from './columns.ts';
import { versions } from './versions.ts';

/**
 * Downloads of each version per day (UTC) and kind of client. The index of the key includes the count (see the initial
 * migration), so that the sums of an app's versions read only the index.
 */
export const downloads = pgTable(
  'downloads',
  {
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    client: text('client').$type<DownloadClientId>().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.versionId, table.day, table.client] }),
    check('downloads_client', oneOf(table.client, DOWNLOAD_CLIENT_IDS)),
  ],
);

/** Batches of downloads that are stored, so that none is stored again from its journal (`feeds/downloads`). */
export const downloadBatches = pgTable('download_batches', {
  id: text('id').primaryKey(),
  storedAt: time('stored_at').notNull().defaultNow(),
});

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

/**
 * The downloads of `app_downloads` by kind of client. A table of its own, so that sums over a publisher's thousands of apps
 * read one row per day instead of one for each client.
 */
export const appClientDownloads = pgTable(
  'app_client_downloads',
  {
    appId: text('app_id').notNull(),
    day: date('day').notNull(),
    client: text('client').$type<DownloadClientId>().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.day, table.client] }),
    // Not the app itself: a batch holds this row already, and would wait for a transfer that waits for this row.
    foreignKey({
      name: 'app_client_downloads_day',
      columns: [table.appId, table.day],
      foreignColumns: [appDownloads.appId, appDownloads.day],
    }).onDelete('cascade'),
    check('app_client_downloads_client', oneOf(table.client, DOWNLOAD_CLIENT_IDS)),
  ],
);

/**
 * Downloads of each publisher per day (UTC), for all their apps. Triggers of `app_downloads` add to it, so that it follows
 * downloads, transfers and deletions.
 */
export const ownerDownloads = pgTable(
  'owner_downloads',
  {
    /** Not a foreign key: rows exist only for owners of apps, which have one, and the triggers delete them with these. */
    ownerUid: text('owner_uid').notNull(),
    day: date('day').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerUid, table.day] })],
);

/**
 * Networks that downloaded a version on a day, so that each counts once. Rows are deleted after the day, and the key of the
 * hash changes with it, so that no two days can be compared.
 */
export const downloadNetworks = pgTable(
  'download_networks',
  {
    day: date('day').notNull(),
    versionId: text('version_id').notNull(),
    /** A keyed hash of the address, or of the /64 of an IPv6 address. */
    networkHash: text('network_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.versionId, table.networkHash] })],
);

/** Networks that downloaded a version while it was rolled out: only their reports can halt the rollout. */
export const rolloutNetworks = pgTable(
  'rollout_networks',
  {
    versionId: text('version_id').notNull(),
    /** A keyed hash that differs between versions. */
    networkHash: text('network_hash').notNull(),
    countedAt: time('counted_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.versionId, table.networkHash] }),
    index('rollout_networks_age').on(table.countedAt),
  ],
);

/** Large networks (/48 and /24) that downloaded anything, so that reports of new ones count less. */
export const knownNetworks = pgTable(
  'known_networks',
  {
    /** A keyed hash of the network. */
    networkHash: text('network_hash').primaryKey(),
    firstDay: date('first_day').notNull(),
    lastDay: date('last_day').notNull(),
  },
  (table) => [index('known_networks_age').on(table.lastDay)],
);
