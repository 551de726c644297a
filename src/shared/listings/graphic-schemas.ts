import { z } from 'zod';
import { idSchema, pathSchema } from '../bounded.ts';
import { findingsSchema } from '../packages/finding-schemas.ts';
import { GRAPHIC_KINDS } from './graphics.ts';
import { localeSchema } from './listing.ts';

/* The schemas of images, apart from the rules that screens show (`statuses/schemas.ts`). */

export const graphicKindSchema = z.enum(GRAPHIC_KINDS);

/** An image of a listing. */
export const graphicSchema = z.object({
  id: idSchema,
  locale: localeSchema,
  kind: graphicKindSchema,
  /** From 0, among images of the same kind and locale. */
  position: z.number(),
  /** Below the base path. */
  path: pathSchema,
  width: z.number(),
  height: z.number(),
  /** Bytes. */
  size: z.number(),
  findings: findingsSchema,
  /** True when it is in the draft; an image deleted there stays while it is live. */
  isDraft: z.boolean(),
  /** True when it is live. */
  isPublic: z.boolean(),
});
export type Graphic = z.infer<typeof graphicSchema>;

/** A picture that was uploaded for a later `apps.applyListing`. */
export const stagedGraphicSchema = graphicSchema
  .pick({ id: true, kind: true, width: true, height: true, size: true, findings: true })
  .extend({ expiresAt: z.iso.datetime() });
export type StagedGraphic = z.infer<typeof stagedGraphicSchema>;
