import { z } from 'zod';
import { idSchema, pathSchema, shownNameSchema } from '../bounded.ts';
import { holdNoticeSchema } from '../holds/hold.ts';
import { t } from '../languages/translate.ts';
import { MAX_FACT_NAME_LENGTH } from '../packages/limits.ts';
import { platformSchema } from '../packages/platform.ts';
import { releaseStateSchema } from '../releases/release.ts';
import { appStatusSchema } from '../statuses/app-status.ts';
import { versionStatusSchema } from '../statuses/version-status.ts';

/** Sort order of apps: newest, recently updated, name, or status. */
export const appSortSchema = z.enum(['newest', 'updated', 'name', 'status']);
export type AppSort = z.infer<typeof appSortSchema>;

/**
 * An application id of either platform: at least two segments of letters, digits, `_` (Android) or `-` (iOS),
 * joined by dots, each beginning with a letter.
 * Source: developer.android.com "Set the application ID"; Apple's CFBundleIdentifier.
 */
export const applicationIdSchema = z
  .string()
  .trim()
  .max(155, t`Use at most 155 characters.`)
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z][A-Za-z0-9_-]*)+$/,
    t`Use at least two parts joined by dots, such as org.example.app. Each part must start with a letter.`,
  );

const APPLE_ID = t`Enter the app’s Apple ID: 6 to 20 digits, such as 6478916434.`;

/** Apple's ID of an app that marketplaces distribute, as App Store Connect shows it. */
export const marketplaceIdSchema = z
  .string()
  .trim()
  .max(20, APPLE_ID)
  .regex(/^[1-9]\d{5,19}$/, APPLE_ID);

/** Longest name and summary of an app, in characters. */
export const MAX_APP_TEXT_LENGTH = 80;
/** Number of the most urgent apps that need their publisher's attention, which the dashboard shows. */
export const URGENT_APPS = 8;
/** Longest reason for a removal or restoration, in characters. */
const MAX_REASON_LENGTH = 4_000;

/** The reason for a removal or restoration, shown to the publisher. */
export const storeReasonSchema = z
  .string()
  .trim()
  .min(1, t`Enter a reason. The publisher sees it.`)
  .max(MAX_REASON_LENGTH, t`Use at most 4,000 characters.`);

/** A version where it stands for its app. */
const versionOfAppSchema = z.object({
  id: idSchema,
  versionName: z.string().max(MAX_FACT_NAME_LENGTH).nullable(),
  versionCode: z.number().nullable(),
  /** The release of an approved or published version; null for others. */
  release: releaseStateSchema.nullable(),
});

/** An app as its publisher and admins see it. Times are ISO 8601. */
export const appSchema = z.object({
  id: idSchema,
  ownerUid: idSchema,
  ownerName: shownNameSchema.nullable(),
  platform: platformSchema,
  applicationId: z.string().max(MAX_FACT_NAME_LENGTH),
  name: z.string().max(MAX_APP_TEXT_LENGTH),
  summary: z.string().max(MAX_APP_TEXT_LENGTH).nullable(),
  status: appStatusSchema,
  /** Reason of the removal; null unless removed. */
  removalReason: z.string().max(MAX_REASON_LENGTH).nullable(),
  /** The hold that keeps it from everyone; null without one. */
  hold: holdNoticeSchema.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** True when its listing has changes that weren't published yet. */
  hasListingDrafts: z.boolean(),
  /** Path of its icon below the base path: the live listing's, or that of its package; null without one. */
  iconPath: pathSchema.nullable(),
  /** Path of its package's icon: of the live version, or of the newest package of an app that isn't live; null without one. */
  packageIconPath: pathSchema.nullable(),
  latestVersion: versionOfAppSchema
    .extend({
      status: versionStatusSchema,
      /** The hold on it, the app or its publisher that keeps it from everyone; null without one. */
      hold: holdNoticeSchema.nullable(),
    })
    .nullable(),
  /** The published version that most devices get; null unless the app is live. */
  liveVersion: versionOfAppSchema.nullable(),
});
export type App = z.infer<typeof appSchema>;
