import { z } from 'zod';
import { REJECTION_REASON_IDS } from './reasons.ts';

/** The schema of a reason, apart from the records that screens show (`statuses/schemas.ts`). */
export const rejectionReasonSchema = z.enum(REJECTION_REASON_IDS);
