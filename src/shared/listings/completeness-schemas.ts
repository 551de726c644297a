import { z } from 'zod';
import { LISTING_REQUIREMENT_IDS, OPTIONAL_REQUIREMENTS } from './completeness.ts';

/* The schemas of the requirements, apart from the records that screens show (`statuses/schemas.ts`). */

export const optionalRequirementSchema = z.enum(OPTIONAL_REQUIREMENTS);

/** `details.missing` of a submission that is refused because of an incomplete listing. */
export const missingRequirementsSchema = z
  .array(
    z.object({
      requirement: z.enum(LISTING_REQUIREMENT_IDS),
      label: z.string().max(60),
      /** The address of the field in the listing editor. */
      link: z.string().max(500),
    }),
  )
  .max(LISTING_REQUIREMENT_IDS.length);
