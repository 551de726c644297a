import { z } from 'zod';
import { idSchema, pathSchema } from '../bounded.ts';
import { type Finding, findingsSchema } from '../packages/finding.ts';
import { imageFinding } from '../packages/rules/image-rules.ts';
import { type GraphicKind, PICTURES, type PictureRecord } from './field-records.ts';
import { GRAPHIC_KINDS } from './fields.ts';
import { localeSchema } from './listing.ts';

/** Returns the findings about an image of this size; an error rejects it. */
export function evaluateGraphic(
  kind: GraphicKind,
  { width, height }: { width: number; height: number },
): Finding[] {
  const { minSide: min, maxSide: max, maxRatio, recommended }: PictureRecord = PICTURES[kind];
  const size = { width, height };
  const findings: Finding[] = [];
  if (Math.min(width, height) < min || Math.max(width, height) > max) {
    findings.push(imageFinding('graphic-size', { ...size, min, max }));
  }
  if (Math.max(width, height) / Math.min(width, height) > maxRatio) {
    const problem =
      maxRatio === 1
        ? ({ found: 'notSquare', ...size } as const)
        : ({ found: 'tooLong', ...size, max: maxRatio } as const);
    findings.push(imageFinding('graphic-ratio', problem));
  }
  const isRecommended = width === recommended?.width && height === recommended.height;
  if (recommended && findings.length === 0 && !isRecommended) {
    const { width: toWidth, height: toHeight } = recommended;
    findings.push(imageFinding('graphic-recommended', { ...size, toWidth, toHeight }));
  }
  return findings;
}

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
  /** Lower-case hexadecimal SHA-256 of the file that was uploaded; null when that isn't known. The one at `path` is a form of the store's own. */
  sourceSha256: z.string().max(64).nullable(),
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
