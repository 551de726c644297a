import { z } from 'zod';
import { localeSchema, webAddressSchema } from '../listings/listing.ts';

const EMAIL = 'Enter an email address, such as help@example.org.';

/** What an app says of itself in every language alike; an empty text means none. */
export const appDetailsSchema = z.object({
  /** The language that people get when there is none of theirs. */
  defaultLocale: localeSchema,
  /** The id of one of the store's categories. */
  category: z.string().trim().max(40),
  tags: z
    .array(z.string().trim().min(1, 'Leave out empty tags.').max(30, 'Use at most 30 characters.'))
    .max(10, 'Use at most 10 tags.'),
  contactEmail: z.union([z.literal(''), z.email(EMAIL).max(254, EMAIL)], EMAIL),
  website: webAddressSchema,
  privacyPolicy: webAddressSchema,
  sourceCode: webAddressSchema,
  issueTracker: webAddressSchema,
  /** An SPDX identifier, such as `Apache-2.0`. */
  license: z.string().trim().max(60, 'Use at most 60 characters.'),
});
export type AppDetails = z.infer<typeof appDetailsSchema>;

/** The details of an app whose publisher has said nothing yet. */
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
