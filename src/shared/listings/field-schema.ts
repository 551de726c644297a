import { z } from 'zod';
import { LISTING_FIELDS } from './fields.ts';

/** The schema of a field, apart from the records that screens show (`statuses/schemas.ts`). */
export const listingFieldSchema = z.enum(LISTING_FIELDS);
