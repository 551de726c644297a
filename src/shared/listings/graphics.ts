import { t } from '../languages/translate.ts';
import type { Finding } from '../packages/finding.ts';
import { imageFinding } from '../packages/rules/image-rules.ts';

/** Named as in the fastlane layout and the F-Droid index. */
export const SCREENSHOT_KINDS = [
  'phoneScreenshots',
  'sevenInchScreenshots',
  'tenInchScreenshots',
  'tvScreenshots',
  'wearScreenshots',
] as const;
export const GRAPHIC_KINDS = ['icon', 'featureGraphic', ...SCREENSHOT_KINDS] as const;
export type GraphicKind = (typeof GRAPHIC_KINDS)[number];
export type ScreenshotKind = (typeof SCREENSHOT_KINDS)[number];

/** Required dimensions in pixels; `recommended` is the target size. */
export interface GraphicRule {
  readonly words: string;
  readonly minSide: number;
  readonly maxSide: number;
  /** Maximum ratio of the longer to the shorter side. */
  readonly maxRatio: number;
  readonly recommended?: { readonly width: number; readonly height: number };
}

const SCREENSHOT = { minSide: 320, maxSide: 3840, maxRatio: 2.4 };

/** Limits of the Play Console for the same images, slightly wider for today's long screens. */
export const GRAPHIC_RULES: Readonly<Record<GraphicKind, GraphicRule>> = {
  icon: {
    words: t`icon`,
    minSide: 192,
    maxSide: 4096,
    maxRatio: 1,
    recommended: { width: 512, height: 512 },
  },
  featureGraphic: {
    words: t`feature graphic`,
    minSide: 200,
    maxSide: 4096,
    maxRatio: 4,
    recommended: { width: 1024, height: 500 },
  },
  phoneScreenshots: { words: t`phone screenshot`, ...SCREENSHOT },
  sevenInchScreenshots: { words: t`7-inch tablet screenshot`, ...SCREENSHOT },
  tenInchScreenshots: { words: t`10-inch tablet screenshot`, ...SCREENSHOT },
  tvScreenshots: { words: t`TV screenshot`, ...SCREENSHOT },
  wearScreenshots: { words: t`watch screenshot`, ...SCREENSHOT, minSide: 200 },
};

/** Returns the findings about an image of this size; an error rejects it. */
export function evaluateGraphic(
  kind: GraphicKind,
  { width, height }: { width: number; height: number },
): Finding[] {
  const { minSide: min, maxSide: max, maxRatio, recommended } = GRAPHIC_RULES[kind];
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
