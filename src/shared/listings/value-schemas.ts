import { z } from 'zod';
import { graphicKindSchema } from './graphic-schemas.ts';
import { storedTextsSchema } from './listing.ts';

/* The schemas of a field's value, apart from the rules that screens need (`statuses/schemas.ts`). */

/** Maximum images per field: the upper limit of the store's setting `limits.screenshots`. */
export const MAX_PICTURES = 20;

/** An image of a listing, identified by its content. */
export const pictureSchema = z.object({
  /** Storage key, which is also the path below the base path. */
  key: z.string().max(200),
  width: z.number(),
  height: z.number(),
  /** Bytes. */
  size: z.number(),
});
export type ListingPicture = z.infer<typeof pictureSchema>;

const picturesSchema = z.array(pictureSchema).max(MAX_PICTURES);

/** A deleted language, kept so that it can be restored. */
export const languageSchema = z.object({
  texts: storedTextsSchema,
  pictures: z.partialRecord(graphicKindSchema, picturesSchema),
});
export type Language = z.infer<typeof languageSchema>;

/** The value of a listing field: a text (empty for none), images in order, tags, or a language. */
export const listingValueSchema = z.union([
  z.string().max(4000),
  picturesSchema,
  z.array(z.string().max(30)).max(10),
  languageSchema,
]);
export type ListingValue = z.infer<typeof listingValueSchema>;
