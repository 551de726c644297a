import { z } from 'zod';
import { boundedRecord } from '../bounded.ts';
import { t } from '../languages/translate.ts';
import { INITIAL_CATEGORIES } from '../listings/categories.ts';
import { OPTIONAL_REQUIREMENTS, optionalRequirementSchema } from '../listings/completeness.ts';
import { LISTING_CHANGES } from '../listings/publication.ts';
import { lineSchema, nameSchema } from '../name-schema.ts';
import { INITIAL_QUOTAS, quotaLimitsSchema } from '../quotas/quotas.ts';
import { haltRuleSchema } from '../releases/halt-rule.ts';
import { BULK_DECISIONS } from '../reviews/bulk.ts';
import { OWN_APPROVALS } from '../reviews/rules.ts';
import { INITIAL_ISSUERS, trustedIssuersSchema } from '../trusted-publishers/issuer.ts';
import { INITIAL_RETENTION, retentionSchema } from './retention-schema.ts';

/** The accent of a new store: MUI's blue. */
export const DEFAULT_ACCENT = '#1565c0';

export const MAX_TAGLINE_LENGTH = 80;

const ACCENT_PROBLEM = { error: () => t`Use a colour in the form #1565c0.` };

interface SettingRecord {
  /** The name of the setting, as pages show it. */
  readonly label: string;
  /** The form of its values, with the default of a new store. */
  readonly schema: z.ZodDefault;
}

/** Every setting of the store. Forms, changes, the history and stored settings follow from its record. */
export const SETTINGS = {
  storeName: {
    label: t`Store name`,
    schema: nameSchema(60, () => t`Enter the store’s name.`).default('Quayside'),
  },
  /** One sentence below the store's name; empty for none. */
  tagline: { label: t`Tagline`, schema: lineSchema(MAX_TAGLINE_LENGTH).default('') },
  /** The color of buttons and links; `accent.ts` derives its shades for each theme. */
  accent: {
    label: t`Accent`,
    schema: z
      .string()
      .max(7, { ...ACCENT_PROBLEM, abort: true })
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, ACCENT_PROBLEM)
      .default(DEFAULT_ACCENT),
  },
  /**
   * Determines who reads the store: everyone, people and programs with a reader token, or store clients alone, without
   * public pages and catalog.
   */
  storeAccess: {
    label: t`Who can read the store`,
    schema: z.enum(['public', 'readers', 'hidden']).default('public'),
  },
  /** Determines if people may create accounts. */
  registration: { label: t`Registration`, schema: z.enum(['open', 'closed']).default('open') },
  /** Determines if publishing requests are approved automatically, by an admin, or not at all. */
  publishing: { label: t`New publishers`, schema: z.enum(['open', 'approval', 'closed']).default('open') },
  /** The issuers of ID tokens whose build jobs can be trusted publishers. */
  trustedIssuers: { label: t`Trusted issuers`, schema: trustedIssuersSchema.default(INITIAL_ISSUERS) },
  /** Minimum target SDK of Android packages (design, section 6). */
  minTargetSdk: {
    label: t`Minimum target SDK`,
    schema: z
      .number()
      .int()
      .min(1, { error: () => t`Use 1 or more.` })
      .max(100, { error: () => t`Use at most 100.` })
      .default(23),
  },
  review: {
    label: t`Review of updates`,
    schema: z
      .object({
        /** Determines if updates without sensitive changes are reviewed or approved automatically. */
        updates: z.enum(['review', 'approve']),
        /** Hours until the store reminds a reviewer of a claim. */
        staleClaimHours: z
          .number()
          .int()
          .min(1, { error: () => t`Use 1 or more.` })
          .max(720, { error: () => t`Use at most 720.` }),
      })
      .default({ updates: 'review', staleClaimHours: 24 }),
  },
  /**
   * Determines if changed texts and images of a published app go live immediately or after approval; names
   * and icons always wait.
   */
  listingChanges: { label: t`Listing changes`, schema: z.enum(LISTING_CHANGES).default('live') },
  /** Requirements of an app's first listing, in addition to name, summary, description, icon and category. */
  listingRequirements: {
    label: t`Listing requirements`,
    schema: z.array(optionalRequirementSchema).max(OPTIONAL_REQUIREMENTS.length).default([]),
  },
  /**
   * Determines if admins may approve apps that they publish, work on or uploaded a version of. `forbid`
   * applies only with at least two active admins, because a single one could otherwise publish nothing.
   */
  ownApprovals: { label: t`Approving own apps`, schema: z.enum(OWN_APPROVALS).default('forbid') },
  /** Determines if reviewers may decide about several updates together, which they haven't opened. */
  bulkDecisions: { label: t`Bulk decisions`, schema: z.enum(BULK_DECISIONS).default('off') },
  /** The rule by which rollouts halt automatically unless their publisher sets another; null for none. */
  rolloutHalting: { label: t`Halting of rollouts`, schema: haltRuleSchema.nullable().default(null) },
  /** Maximum size of one upload and one listing. */
  limits: {
    label: t`Limits`,
    schema: z
      .object({
        packageMegabytes: z
          .number()
          .int()
          .min(1, { error: () => t`Use 1 or more.` })
          .max(2048, { error: () => t`Use at most 2,048, which is 2 GiB.` }),
        screenshots: z
          .number()
          .int()
          .min(1, { error: () => t`Use 1 or more.` })
          .max(20, { error: () => t`Use at most 20.` }),
      })
      .default({ packageMegabytes: 2048, screenshots: 8 }),
  },
  /** Default limits per account, which an admin can override. */
  quotas: { label: t`Quotas per account`, schema: quotaLimitsSchema.default(INITIAL_QUOTAS) },
  /** The times for which the store keeps what it does not need forever. */
  retention: { label: t`Retention periods`, schema: retentionSchema.default(INITIAL_RETENTION) },
  /** Categories for publishers; the id stays when the name changes. */
  categories: {
    label: t`Categories`,
    schema: z
      .array(
        z.object({
          id: z
            .string()
            .max(40, { error: () => t`Use at most 40 characters.` })
            .regex(/^[a-z][a-z0-9-]{0,39}$/, {
              error: () => t`Use lowercase letters, digits and hyphens, at most 40 characters.`,
            }),
          name: nameSchema(40, () => t`Enter a category name.`),
        }),
      )
      .max(100, { error: () => t`Use at most 100 categories.` })
      .refine((categories) => new Set(categories.map(({ id }) => id)).size === categories.length, {
        error: () => t`Use each ID once.`,
      })
      .default([...INITIAL_CATEGORIES]),
  },
  /** Mode of each package rule by id: off, observe (warning only) or enforced, which is the default. */
  rules: {
    label: t`Package rules`,
    schema: boundedRecord(500, z.string().max(100), z.enum(['off', 'observe', 'enforce'])).default({}),
  },
} satisfies Record<string, SettingRecord>;

type Settings = typeof SETTINGS;
type Shape = { [Name in keyof Settings]: Settings[Name]['schema'] };
const shape = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema]),
) as Shape;

/** The store's settings, with the defaults of a new store. */
export const storeSettingsSchema = z.object(shape);
export type StoreSettings = z.infer<typeof storeSettingsSchema>;

/** Returns true for the name of a setting of today; an earlier release may have had others. */
export function isSettingName(name: string): name is keyof StoreSettings {
  return Object.hasOwn(SETTINGS, name);
}

type WholeShape = { [Key in keyof Shape]: ReturnType<Shape[Key]['removeDefault']> };

/** All settings without defaults, as forms hold them. */
export const wholeSettingsSchema = z.object(
  Object.fromEntries(
    Object.entries(shape).map(([key, setting]) => [key, setting.removeDefault()]),
  ) as WholeShape,
);

/** The settings to change; others stay and get no defaults. */
export const settingsChangeSchema = wholeSettingsSchema
  .partial()
  .refine((changed) => Object.keys(changed).length > 0, {
    error: () => t`Include at least one setting to change.`,
  });
