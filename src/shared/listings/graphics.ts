import { z } from 'zod';
import { type Finding, findingSchema } from '../packages/finding.ts';

/** Under the names of the fastlane layout and the F-Droid index. */
export const SCREENSHOT_KINDS = [
  'phoneScreenshots',
  'sevenInchScreenshots',
  'tenInchScreenshots',
  'tvScreenshots',
  'wearScreenshots',
] as const;
export const graphicKindSchema = z.enum(['icon', 'featureGraphic', ...SCREENSHOT_KINDS]);
export type GraphicKind = z.infer<typeof graphicKindSchema>;
export type ScreenshotKind = (typeof SCREENSHOT_KINDS)[number];

/** What a picture must be, in pixels; `recommended` is what it is scaled or compared to. */
export interface GraphicRule {
  readonly words: string;
  readonly minSide: number;
  readonly maxSide: number;
  /** The longer side over the shorter one, at most. */
  readonly maxRatio: number;
  readonly recommended?: { readonly width: number; readonly height: number };
}

const SCREENSHOT = { minSide: 320, maxSide: 3840, maxRatio: 2.4 };

/** Limits of the Play Console for the same pictures, a little wider for the long screens of today. */
export const GRAPHIC_RULES: Readonly<Record<GraphicKind, GraphicRule>> = {
  icon: {
    words: 'icon',
    minSide: 192,
    maxSide: 4096,
    maxRatio: 1,
    recommended: { width: 512, height: 512 },
  },
  featureGraphic: {
    words: 'feature graphic',
    minSide: 200,
    maxSide: 4096,
    maxRatio: 4,
    recommended: { width: 1024, height: 500 },
  },
  phoneScreenshots: { words: 'phone screenshot', ...SCREENSHOT },
  sevenInchScreenshots: { words: '7-inch tablet screenshot', ...SCREENSHOT },
  tenInchScreenshots: { words: '10-inch tablet screenshot', ...SCREENSHOT },
  tvScreenshots: { words: 'TV screenshot', ...SCREENSHOT },
  wearScreenshots: { words: 'watch screenshot', ...SCREENSHOT, minSide: 200 },
};

/** What is wrong or could be better with a picture of these measures; an error keeps it out. */
export function judgeGraphic(
  kind: GraphicKind,
  { width, height }: { width: number; height: number },
): Finding[] {
  const { words, minSide, maxSide, maxRatio, recommended } = GRAPHIC_RULES[kind];
  const evidence = `It is ${width} × ${height} pixels.`;
  const findings: Finding[] = [];
  const add = (finding: Omit<Finding, 'evidence'>) => findings.push({ ...finding, evidence });
  if (Math.min(width, height) < minSide || Math.max(width, height) > maxSide) {
    add({
      rule: 'graphic-size',
      severity: 'error',
      title: `The ${words} is too small or too large`,
      fix: `Use sides from ${minSide} to ${maxSide} pixels.`,
    });
  }
  if (Math.max(width, height) / Math.min(width, height) > maxRatio) {
    add({
      rule: 'graphic-ratio',
      severity: 'error',
      title: maxRatio === 1 ? `The ${words} is not square` : `The ${words} is too long`,
      fix:
        maxRatio === 1
          ? 'Cut it to a square.'
          : `Keep the longer side at most ${maxRatio} times the shorter one.`,
    });
  }
  if (
    recommended &&
    findings.length === 0 &&
    (width !== recommended.width || height !== recommended.height)
  ) {
    add({
      rule: 'graphic-recommended',
      severity: 'info',
      title: `The ${words} is scaled to ${recommended.width} × ${recommended.height} pixels`,
      fix: 'Draw it in that size for the sharpest result.',
    });
  }
  return findings;
}

/** A picture of a listing. */
export const graphicSchema = z.object({
  id: z.string(),
  locale: z.string(),
  kind: graphicKindSchema,
  /** From 0, among those of its kind and locale. */
  position: z.number(),
  /** Below the base path. */
  path: z.string(),
  width: z.number(),
  height: z.number(),
  /** Bytes. */
  size: z.number(),
  findings: z.array(findingSchema),
  /** Whether people see it; a new icon waits for the next review. */
  isPublic: z.boolean(),
});
export type Graphic = z.infer<typeof graphicSchema>;
