import { z } from 'zod';
import { idSchema, pathSchema, shownNameSchema } from '../bounded.ts';
import { findingSchema } from '../packages/finding.ts';
import { MARK_KINDS } from '../packages/mark-kinds.ts';

/** The most pairs that are returned of one app, the public ones first. */
export const MAX_LOOKALIKES = 100;

/** Characters of a name that are compared and shown. */
export const MAX_MARK_LENGTH = 200;

const markSchema = z.string().max(MAX_MARK_LENGTH);

/** What of two apps looks alike. */
export const lookalikePairSchema = z.object({
  kind: z.enum(MARK_KINDS),
  /** The name or ID, or the path of the icon. */
  value: markSchema,
  otherValue: markSchema,
});

/** An app of another publisher that an app looks like, with all that looks alike. */
export const lookalikeSchema = z.object({
  other: z.object({
    id: idSchema,
    name: z.string().max(MAX_MARK_LENGTH),
    publisher: shownNameSchema,
    applicationId: z.string().max(200),
    iconPath: pathSchema.nullable(),
    /** False for one that is in review, unpublished or removed, which only staff get. */
    isPublic: z.boolean(),
  }),
  pairs: z.array(lookalikePairSchema.extend({ finding: findingSchema })).max(MAX_LOOKALIKES),
});
export type Lookalike = z.infer<typeof lookalikeSchema>;

export const lookalikesSchema = z.array(lookalikeSchema).max(MAX_LOOKALIKES);
