import { z } from 'zod';
import { idSchema } from '../bounded.ts';
import { defineEvent } from '../event.ts';
import { t } from '../languages/translate.ts';
import { lookalikePairSchema, MAX_LOOKALIKES } from '../listings/lookalike.ts';
import { MARK_KINDS } from '../packages/mark-kinds.ts';

export const lookalikeEvents = {
  'review.lookalike-dismissed': defineEvent({
    subject: 'app',
    details: z.object({
      otherAppId: idSchema,
      other: z.string(),
      kinds: z.array(z.enum(MARK_KINDS)).max(MARK_KINDS.length),
      /** Without names of publishers. */
      pairs: z.array(lookalikePairSchema).max(MAX_LOOKALIKES),
    }),
    isByStaff: true,
    label: t`Not confusing`,
    sentence: t`said that {app} and {other} are not confusing`,
    changes: ['reviews', 'listings'],
  }),
};
