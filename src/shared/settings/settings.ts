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
  /** Whether a person who asks to publish becomes a developer at once. */
  publishing: z.enum(['open', 'closed']).default('open'),
  /** The lowest target SDK that an Android package may have (design, section 6). */
  minTargetSdk: z.number().int().min(1, 'Use 1 or more.').max(100, 'Use at most 100.').default(23),
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
