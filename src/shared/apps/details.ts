import { z } from 'zod';
import { emailSchema } from '../bounded.ts';
import { t } from '../languages/translate.ts';
import { localeSchema, webAddressSchema } from '../listings/listing.ts';

const EMAIL = t`Enter an email address, such as help@example.org.`;

/** The language-independent details of an app; an empty text means none. */
export const appDetailsSchema = z.object({
  /** Language shown to users whose own is missing. */
  defaultLocale: localeSchema,
  /** Id of one of the store's categories. */
  category: z.string().trim().max(40),
  tags: z
    .array(z.string().trim().min(1, t`Remove empty tags.`).max(30, t`Use at most 30 characters.`))
    .max(10, t`Use at most 10 tags.`),
  contactEmail: z.union([z.literal(''), emailSchema(EMAIL)], EMAIL),
  website: webAddressSchema,
  privacyPolicy: webAddressSchema,
  sourceCode: webAddressSchema,
  issueTracker: webAddressSchema,
  /** SPDX identifier, such as `Apache-2.0`. */
  license: z.string().trim().max(60, t`Use at most 60 characters.`),
});
export type AppDetails = z.infer<typeof appDetailsSchema>;

/** The empty details of a new app. */
export const NO_DETAILS: AppDetails = {
  defaultLocale: 'en-US',
  category: '',
  tags: [],
  contactEmail: '',
  website: '',
  privacyPolicy: '',
  sourceCode: '',
  issueTracker: '',
  license: '',
};
