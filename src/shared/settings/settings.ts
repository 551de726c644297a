import { z } from 'zod';

/** The store's own settings, with the defaults of a new store. */
export const storeSettingsSchema = z.object({
  storeName: z
    .string()
    .trim()
    .min(1, 'Enter the name of the store.')
    .max(60, 'Use at most 60 characters.')
    .default('Quayside'),
  /** Whether people may create accounts themselves. */
  registration: z.enum(['open', 'closed']).default('open'),
  /** Whether a person who asks to publish becomes a developer at once, after an admin's approval, or not at all. */
  publishing: z.enum(['open', 'approval', 'closed']).default('open'),
  /** The lowest target SDK that an Android package may have (design, section 6). */
  minTargetSdk: z.number().int().min(1, 'Use 1 or more.').max(100, 'Use at most 100.').default(23),
  review: z
    .object({
      /** What happens to updates without sensitive changes: a person looks at them too, or they are approved at once. */
      updates: z.enum(['review', 'approve']),
      /** After how many hours the store reminds a reviewer of what they claimed. */
      staleClaimHours: z.number().int().min(1, 'Use 1 or more.').max(720, 'Use at most 720.'),
    })
    .default({ updates: 'review', staleClaimHours: 24 }),
  /** The most that one upload and one listing may have. */
  limits: z
    .object({
      packageMegabytes: z
        .number()
        .int()
        .min(1, 'Use 1 or more.')
        .max(2048, 'Use at most 2,048, which is 2 GiB.'),
      screenshots: z.number().int().min(1, 'Use 1 or more.').max(20, 'Use at most 20.'),
    })
    .default({ packageMegabytes: 2048, screenshots: 8 }),
  /** What publishers choose from; the id stays when the name changes. */
  categories: z
    .array(
      z.object({
        id: z
          .string()
          .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use lower-case letters, digits and hyphens, at most 40 of them.'),
        name: z.string().trim().min(1, 'Name the category.').max(40, 'Use at most 40 characters.'),
      }),
    )
    .max(100, 'Use at most 100 categories.')
    .refine(
      (categories) => new Set(categories.map(({ id }) => id)).size === categories.length,
      'Use every id once.',
    )
    .default([
      { id: 'books', name: 'Books' },
      { id: 'communication', name: 'Communication' },
      { id: 'education', name: 'Education' },
      { id: 'finance', name: 'Finance' },
      { id: 'games', name: 'Games' },
      { id: 'health', name: 'Health' },
      { id: 'media', name: 'Media' },
      { id: 'navigation', name: 'Navigation' },
      { id: 'productivity', name: 'Productivity' },
      { id: 'tools', name: 'Tools' },
    ]),
  /** Whether a package rule is off, observed (a warning only) or enforced, by its id; rules not named are enforced. */
  rules: z.record(z.string(), z.enum(['off', 'observe', 'enforce'])).default({}),
  terms: z
    .object({
      version: z.string().trim().min(1, 'Give the terms a version.').max(40, 'Use at most 40 characters.'),
      text: z.string().trim().min(1, 'Enter the terms.').max(20_000, 'Use at most 20,000 characters.'),
    })
    .default({
      version: '1',
      text: 'Publish only what you have the right to publish. Say truthfully what your app does. The store inspects every version before people can install it, and may remove an app that harms them; it then tells you why.',
    }),
});
export type StoreSettings = z.infer<typeof storeSettingsSchema>;

const { shape } = storeSettingsSchema;

/** All settings, none of them filled with its default: what a form that shows them holds. */
export const wholeSettingsSchema = z.object({
  storeName: shape.storeName.removeDefault(),
  registration: shape.registration.removeDefault(),
  publishing: shape.publishing.removeDefault(),
  minTargetSdk: shape.minTargetSdk.removeDefault(),
  review: shape.review.removeDefault(),
  limits: shape.limits.removeDefault(),
  categories: shape.categories.removeDefault(),
  rules: shape.rules.removeDefault(),
  terms: shape.terms.removeDefault(),
});

/** The settings to change, each as a whole; what is not named stays as it is and is not filled with its default. */
export const settingsChangeSchema = wholeSettingsSchema
  .partial()
  .refine((changed) => Object.keys(changed).length > 0, 'Name at least one setting to change.');
