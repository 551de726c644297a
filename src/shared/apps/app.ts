import { z } from 'zod';

export const platformSchema = z.enum(['android', 'ios']);
export type Platform = z.infer<typeof platformSchema>;

/** Design, section 5: `draft → published ⇄ unpublished`, `removed ⇄ restored` (back to what it was before). */
export const appStatusSchema = z.enum(['draft', 'published', 'unpublished', 'removed']);
export type AppStatus = z.infer<typeof appStatusSchema>;

/** How a list of apps is sorted: the newest or the last changed first, by name, or by status. */
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
  .max(155, 'Use at most 155 characters.')
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z][A-Za-z0-9_-]*)+$/,
    'Use at least two parts joined by dots, such as org.example.app; each part begins with a letter.',
  );

/** Why the store removes or restores something; its publisher reads it. */
export const storeReasonSchema = z
  .string()
  .trim()
  .min(1, 'Say why: the publisher reads it.')
  .max(4000, 'Use at most 4,000 characters.');

/** An app as its publisher and the store's admins see it. Times are ISO 8601. */
export const appSchema = z.object({
  id: z.string(),
  ownerUid: z.string(),
  ownerName: z.string().nullable(),
  platform: platformSchema,
  applicationId: z.string(),
  name: z.string(),
  summary: z.string().nullable(),
  status: appStatusSchema,
  /** Why the store removed it; null unless it did. */
  removalReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Address of the newest version's icon below the base path, if it has one. */
  iconPath: z.string().nullable(),
  latestVersion: z
    .object({
      id: z.string(),
      status: z.string(),
      versionName: z.string().nullable(),
      versionCode: z.number().nullable(),
    })
    .nullable(),
});
export type App = z.infer<typeof appSchema>;
