import { check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LEGAL_KINDS, type LegalKind } from '#shared/settings/legal.ts';
import { MAIL_SECURITIES, type MailSecurity } from '#shared/settings/mail.ts';
import type { SetupConfirmation } from '#shared/setup/checklist.ts';
import { createdAt, oneOf, oneRow, time, updatedAt } from './columns.ts';

/** Settings that staff changed from the defaults; one row. */
export const storeSettings = pgTable(
  'store_settings',
  {
    id: integer('id').primaryKey(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [check('store_settings_one', oneRow(table.id))],
);

/** The store's logo, and the parts of its set-up that nothing else in the database shows; one row. */
export const storeSetup = pgTable(
  'store_setup',
  {
    id: integer('id').primaryKey(),
    /** When each step was confirmed. */
    confirmed: jsonb('confirmed').$type<Partial<Record<SetupConfirmation, string>>>().notNull().default({}),
    /** When the mail server accepted a test message, and the hash of the configuration that it was sent with. */
    mailTestedAt: time('mail_tested_at'),
    mailTestedWith: text('mail_tested_with'),
    /** The storage key of the store's logo; null for that of Quayside. */
    logoKey: text('logo_key'),
    /** Bytes of the logo. */
    logoSize: integer('logo_size'),
    /** The version of the terms, which is stored with whoever accepts them. */
    termsVersion: text('terms_version').notNull().default('1'),
    /** Counts the edits of the legal texts, to detect edits of an old revision. */
    legalRevision: integer('legal_revision').notNull().default(1),
  },
  (table) => [check('store_setup_one', oneRow(table.id))],
);

/** The store's terms, imprint and privacy policy, each in the languages in which admins wrote it. */
export const legalTexts = pgTable(
  'legal_texts',
  {
    kind: text('kind').$type<LegalKind>().notNull(),
    /** A BCP 47 tag. */
    language: text('language').notNull(),
    /** Readers of other languages get the text with the lowest position. */
    position: integer('position').notNull(),
    markdown: text('markdown').notNull(),
    /** The rendered text; null for one of an earlier release, which was plain. */
    html: text('html'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.language] }),
    check('legal_texts_kind', oneOf(table.kind, LEGAL_KINDS)),
  ],
);

/** The mail server and the sender that admins set; one row. Variables of the environment come before both. */
export const storeMail = pgTable(
  'store_mail',
  {
    id: integer('id').primaryKey(),
    /** Null for none: emails are then written to files. */
    host: text('host'),
    port: integer('port'),
    security: text('security').$type<MailSecurity>(),
    /** Null to send without signing in. */
    userName: text('user_name'),
    /** Encrypted with the server's secret. */
    encryptedPassword: text('encrypted_password'),
    /** The address of the sender; null for the default. */
    sender: text('sender'),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('store_mail_one', oneRow(table.id)),
    check('store_mail_security', oneOf(table.security, MAIL_SECURITIES)),
  ],
);

/** One-time links with which the operator creates the first admin, one per start; only their hashes are stored. */
export const setupLinks = pgTable('setup_links', {
  tokenHash: text('token_hash').primaryKey(),
  createdAt: createdAt(),
});

/** The secret and the storage that belong to this database; one row. A server with others is rejected. */
export const installation = pgTable(
  'installation',
  {
    id: integer('id').primaryKey(),
    /** A fixed text, encrypted with the secret of all other data; null forgets that secret. */
    secretCheck: text('secret_check'),
    /** The id that the storage carries in a file. */
    storageId: text('storage_id').notNull(),
    /** When the storage was first seen with that id; before that it may have none. */
    storageMarkedAt: time('storage_marked_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [check('installation_one', oneRow(table.id))],
);

/** The comparison of stored files with the rows that reference them; one row with the current or last round. */
export const fileSweeps = pgTable(
  'file_sweeps',
  {
    id: integer('id').primaryKey(),
    startedAt: time('started_at').notNull(),
    /** Null while the round is running; it continues at `cursor`. */
    finishedAt: time('finished_at'),
    cursor: jsonb('cursor').$type<SweepCursor>(),
    report: jsonb('report').$type<SweepReport>().notNull(),
    /** The report of the last finished round. */
    lastReport: jsonb('last_report').$type<SweepReport & { finishedAt: string }>(),
  },
  (table) => [check('file_sweeps_one', oneRow(table.id))],
);

/** The point at which a round continues: the step, and the last key or id. */
export interface SweepCursor {
  readonly step: number;
  readonly after: string;
}

export interface SweepReport {
  /** Files without a reference, which were deleted, and the first of their keys. */
  readonly removed: number;
  readonly removedKeys: string[];
  /** Rows whose file is missing. */
  readonly missing: number;
  /** The first missing files, by their keys. */
  readonly missingKeys: string[];
  /** Files of unknown kind, which are left alone. */
  readonly unknown: number;
  readonly unknownKeys: string[];
}

/**
 * Purposes of the store's own keys: signing the F-Droid feed, signing the checkpoints of the audit log, and identification
 * at push services (RFC 8292).
 */
const KEY_PURPOSES = ['fdroid', 'audit', 'push'] as const;

/** The store's own key pairs; the private key is encrypted with the server's secret. */
export const storeKeys = pgTable(
  'store_keys',
  {
    purpose: text('purpose').$type<(typeof KEY_PURPOSES)[number]>().primaryKey(),
    /** The certificate in PEM (`fdroid`), the verifier key of signed notes (`audit`) or the bare key in base64url (`push`). */
    publicKey: text('public_key').notNull(),
    encryptedPrivateKey: text('encrypted_private_key').notNull(),
    createdAt: createdAt(),
  },
  (table) => [check('store_keys_purpose', oneOf(table.purpose, KEY_PURPOSES))],
);
