import { z } from 'zod';
import { sentenceSchema } from '../bounded.ts';
import { missingRequirementsSchema } from './completeness.ts';

/** Maximum problems that an error lists; it counts the rest. */
export const MAX_PROBLEMS = 50;

/** `details.problems` of an `apps.applyListing` that changed nothing. */
export const problemsSchema = z
  .array(
    z.object({
      /** The field of the input, such as `texts.de.name`. */
      path: z.string().max(200),
      /** One of `reasons.ts`. */
      reason: z.string().max(100),
      message: sentenceSchema,
      /** Further details of the reason. */
      details: z.looseObject({ missing: missingRequirementsSchema.optional() }).optional(),
    }),
  )
  .max(MAX_PROBLEMS);
