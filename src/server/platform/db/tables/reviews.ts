import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { ofApp } from './apps.ts';
import { createdAt } from './columns.ts';
import { versions } from './versions.ts';

/** Messages between publisher and reviewers about a version, and internal notes of reviewers. */
export const reviewMessages = pgTable(
  'review_messages',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    /** Not a foreign key: a message outlives its author's account. */
    authorUid: text('author_uid').notNull(),
    /** True when the author wrote as staff. */
    byStaff: boolean('by_staff').notNull(),
    /** A note that only staff can read. */
    isInternal: boolean('is_internal').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('review_messages_app').on(table.appId, table.createdAt),
    index('review_messages_version').on(table.versionId),
  ],
);
