import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { type FeedEffect, feedEffectSchema } from '#shared/admin/calls.ts';
import type { AntiFeature } from '#shared/listings/anti-feature.ts';
import { ofApp } from './apps.ts';
import { oneOf, time } from './columns.ts';

/** A stored file of a feed. */
export interface StoredFile {
  readonly key: string;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** The current generation of each feed. */
export const feeds = pgTable('feeds', {
  /** Without a CHECK, because each kind of feed names its own. */
  name: text('name').primaryKey(),
  /** Milliseconds since 1970. Grows with every generation, as F-Droid clients require. */
  timestamp: bigint('timestamp', { mode: 'number' }).notNull(),
  /** SHA-256 of the content without its timestamp: a generation with the same content isn't created. */
  contentSha256: text('content_sha256').notNull().default(''),
  /** Files by their name below the feed's address. */
  files: jsonb('files').$type<Record<string, StoredFile>>().notNull(),
});

/** Replaced generations that are still served, for clients that started reading them. */
export const pastFeeds = pgTable(
  'past_feeds',
  {
    /** Not a foreign key: replaced generations are served until they expire, also of a feed that ended. */
    name: text('name').notNull(),
    timestamp: bigint('timestamp', { mode: 'number' }).notNull(),
    files: jsonb('files').$type<Record<string, StoredFile>>().notNull(),
    /** Total size of its files. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    replacedAt: time('replaced_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.timestamp] })],
);

/** Packages and pictures of served generations. Without foreign keys, because generations outlive their apps. */
export const feedFiles = pgTable(
  'feed_files',
  {
    /** The name below the feed's address. */
    path: text('path').primaryKey(),
    appId: text('app_id').notNull(),
    /** The version of the file; null for a picture of the listing. */
    versionId: text('version_id'),
    /** The storage key. */
    key: text('key').notNull(),
    /** When the last generation with it is no longer served; null while it is in the current one. */
    expiresAt: time('expires_at'),
    /** True when staff removed it, so that it is no longer served. */
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
  },
  (table) => [
    index('feed_files_key').on(table.key),
    index('feed_files_app').on(table.appId),
    index('feed_files_expiry').on(table.expiresAt).where(sql`${table.expiresAt} IS NOT NULL`),
  ],
);

/** An app that the feed can't show in full. */
export interface AppProblem {
  readonly effect: FeedEffect;
  /** A sentence for admins. */
  readonly reason: string;
}

/**
 * The rendered text of every app in the F-Droid feed, so that a rebuild renders only changed apps. An app with staged
 * rollouts has a row for each range of buckets that gets the same versions.
 */
export const feedApps = pgTable(
  'feed_apps',
  {
    /** Not a foreign key: after an app's deletion the rebuild finds here what to remove. */
    appId: text('app_id').notNull(),
    /** The first bucket that gets this text, and the first one after it: 0 to 100 for everyone. */
    beginsAt: integer('begins_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    applicationId: text('application_id').notNull(),
    /** The app's entry in the packages of an index; null when the app can't be shown. */
    text: text('text'),
    /** Its entries in the apps and in the packages of `index-v1.json`; null as well. */
    v1App: text('v1_app'),
    v1Packages: text('v1_packages'),
    /** The hash of the text and of everything that it depends on, in lower-case hex. */
    sha256: text('sha256').notNull(),
    /** Characters of the text with and without its listing. */
    length: integer('length').notNull(),
    plainLength: integer('plain_length').notNull(),
    /** True when its listing is left out, because all apps together are too large. */
    isPlain: boolean('is_plain').notNull(),
    category: text('category').notNull(),
    hasBeta: boolean('has_beta').notNull(),
    antiFeatures: text('anti_features').array().$type<readonly AntiFeature[]>().notNull(),
    problems: jsonb('problems').$type<readonly AppProblem[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.beginsAt] }),
    index('feed_apps_order').on(table.applicationId, table.appId),
    check(
      'feed_apps_range',
      sql`${table.beginsAt} >= 0 and ${table.beginsAt} < ${table.endsAt} and ${table.endsAt} <= 100`,
    ),
  ],
);

/** The apps that the store's page and the catalog list: those with a version that everyone gets, which is the newest. */
export const listedApps = pgTable(
  'listed_apps',
  {
    /** Not a foreign key: after an app's deletion the rebuild finds here what to remove. */
    appId: text('app_id').primaryKey(),
    applicationId: text('application_id').notNull(),
    /** Not a foreign key: the next rebuild replaces the row of an app whose version is deleted. */
    versionId: text('version_id').notNull(),
    /** When the version was published. */
    publishedAt: time('published_at').notNull(),
    name: text('name').notNull(),
    summary: text('summary'),
    authorName: text('author_name'),
    /** The language of name and summary. */
    locale: text('locale').notNull(),
    /** The icon's path below the address of the F-Droid repository; null without one. */
    icon: text('icon'),
    versionName: text('version_name').notNull(),
    /** The ID of a category; empty for none. */
    category: text('category').notNull(),
  },
  (table) => [
    index('listed_apps_order').on(table.applicationId, table.appId),
    index('listed_apps_newest').on(table.publishedAt.desc().nullsFirst(), table.applicationId),
    index('listed_apps_category').on(
      table.category,
      table.publishedAt.desc().nullsFirst(),
      table.applicationId,
    ),
  ],
);

/** A text as the words that it is searched by. Without a type of Drizzle's own. */
const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** What listed apps are searched by, in each language of their listing. */
export const listedTexts = pgTable(
  'listed_texts',
  {
    /** Not a foreign key, as in `listedApps`. */
    appId: text('app_id').notNull(),
    /** A BCP 47 tag. */
    locale: text('locale').notNull(),
    /** The language of the tag without script and region. */
    language: text('language').notNull(),
    /** True for the default language of the listing, whose texts everyone gets who wants none of its others. */
    isDefault: boolean('is_default').notNull(),
    /** The name and the application ID in the form in which they are compared, each on a line of its own after a space. */
    names: text('names').notNull(),
    /** The words of name and summary, those of the name with weight A. Short, so that they are stored in the row. */
    briefWords: searchWords('brief_words').notNull(),
    /** The words of name, summary and description. */
    words: searchWords('words').notNull(),
    /** The hash of the texts, in lower-case hex. */
    sha256: text('sha256').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.locale] }),
    index('listed_texts_names').using('gin', table.names.op('gin_trgm_ops')),
    index('listed_texts_words').using('gin', table.words),
  ],
);

/** The two AltStore sources: classic clients refuse apps with a marketplace ID, and AltStore PAL those without one. */
export const ALTSTORE_SOURCES = ['classic', 'pal'] as const;
export type AltstoreSource = (typeof ALTSTORE_SOURCES)[number];

/** The rendered text of every app in the AltStore sources, with a row for each range of buckets as in `feedApps`. */
export const altstoreApps = pgTable(
  'altstore_apps',
  {
    /** Not a foreign key, as in `feedApps`. */
    appId: text('app_id').notNull(),
    beginsAt: integer('begins_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    applicationId: text('application_id').notNull(),
    source: text('source').$type<AltstoreSource>().notNull(),
    /** The app's entry in the source; null when the app can't be shown. */
    text: text('text'),
    /** The hash of the row's other columns, in lower-case hex. */
    sha256: text('sha256').notNull(),
    problems: jsonb('problems').$type<readonly AppProblem[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.beginsAt] }),
    index('altstore_apps_order').on(table.source, table.applicationId, table.appId),
    check('altstore_apps_source', oneOf(table.source, ALTSTORE_SOURCES)),
    check(
      'altstore_apps_range',
      sql`${table.beginsAt} >= 0 and ${table.beginsAt} < ${table.endsAt} and ${table.endsAt} <= 100`,
    ),
  ],
);

/**
 * The groups of rollout buckets in the ten newest generations. Each had an index of its own, from which a diff leads to
 * the newest one.
 */
export const feedGroups = pgTable(
  'feed_groups',
  {
    /**
     * The generation's timestamp. That of the group's index is greater by its first bucket. Not a foreign key, because a
     * generation is replaced in place.
     */
    timestamp: bigint('timestamp', { mode: 'number' }).notNull(),
    beginsAt: integer('begins_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    /** The repository section of the index, in JSON. */
    repo: text('repo').notNull(),
  },
  (table) => [primaryKey({ columns: [table.timestamp, table.beginsAt] })],
);

/** The texts that changed apps had in the ten newest generations, from which diffs are computed. */
export const feedPastApps = pgTable(
  'feed_past_apps',
  {
    /** The timestamp of the last generation with this text. Not a foreign key, because that one was replaced. */
    until: bigint('until', { mode: 'number' }).notNull(),
    /** Not a foreign key: clients still have apps that were deleted, and a diff removes these. */
    appId: text('app_id').notNull(),
    /** As in `feed_apps`; 0 to 100 for an app that was in no index. */
    beginsAt: integer('begins_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    /** The app's entry in the packages of an index; null when it was in no index. */
    text: text('text'),
  },
  (table) => [primaryKey({ columns: [table.until, table.appId, table.beginsAt] })],
);

/**
 * Changes of live data. A trigger queues one rebuild when the transaction commits; the rebuild deletes the changes
 * that the new generation contains.
 */
export const feedChanges = pgTable('feed_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /**
   * The changed apps, some of which may be deleted; empty when only the store changed, null when any app may have.
   */
  appIds: text('app_ids').array(),
});

/** Apps that the feed shows without their listing, or not at all, because of invalid stored data. */
export const feedProblems = pgTable(
  'feed_problems',
  {
    appId: ofApp().primaryKey(),
    effect: text('effect').$type<FeedEffect>().notNull(),
    reason: text('reason').notNull(),
    since: time('since').notNull(),
    /** When a rebuild found it fixed; null while it isn't. */
    resolvedAt: time('resolved_at'),
    /** When admins were last notified of it. */
    notifiedAt: time('notified_at').notNull(),
  },
  (table) => [
    check('feed_problems_effect', oneOf(table.effect, feedEffectSchema.options)),
    index('feed_problems_open')
      .on(table.since.desc().nullsFirst(), table.appId)
      .where(sql`${table.resolvedAt} is null`),
  ],
);
