import { z } from 'zod';
import { t } from '../languages/translate.ts';
import { nameSchema } from '../name-schema.ts';
import { DETAILS, type DetailField, type FieldRecord } from './field-records.ts';
import { fieldSchema } from './listing.ts';

const tagsSchema = z
  .array(nameSchema(DETAILS.tags.max, () => t`Remove empty tags.`))
  .max(10, { error: () => t`Use at most 10 tags.` });

type DetailsShape = {
  [Field in DetailField]: Field extends 'tags' ? typeof tagsSchema : z.ZodType<string, string>;
};

/** The language-independent details of an app; an empty text means none. */
export const appDetailsSchema = z.object(
  Object.fromEntries(
    Object.entries<FieldRecord>(DETAILS).map(([field, record]) => [
      field,
      record.form === 'tags' ? tagsSchema : fieldSchema(record),
    ]),
  ) as DetailsShape,
);
export type AppDetails = z.infer<typeof appDetailsSchema>;

const EMPTY = Object.fromEntries(
  Object.entries<FieldRecord>(DETAILS).map(([field, { form }]) => [field, form === 'tags' ? [] : '']),
) as object as AppDetails;

/** The details of a new app. Stored ones are read over them, because they may be older than a field. */
export const NO_DETAILS: AppDetails = { ...EMPTY, defaultLocale: 'en-US' };
