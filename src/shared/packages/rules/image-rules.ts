import { formatNumber, t } from '../../languages/translate.ts';
import { type Finding, listNames, type SomeNames } from '../finding.ts';
import { type CaseValues, oneOf, type RuleRecord } from './rule.ts';

type Size = {
  readonly width: number;
  readonly height: number;
};

/** The reasons why a file can't be used as an image. */
const PROBLEMS = {
  noImage: ({ file }: { file: string }) => t`${file} is not an image.`,
  otherType: ({ file, type }: { file: string; type: string }) => t`${file} is ${type}.`,
  tooLarge: ({ file }: { file: string }) => t`${file} is larger than 8 MiB.`,
  header: () => t`It isn’t a PNG, JPEG or WebP, or its header is damaged.`,
  animated: () => t`It’s animated.`,
  megapixels: ({ count }: { count: number }) => t`It has ${formatNumber(count)} megapixels.`,
  interlaced: () => t`It’s interlaced and takes too much memory to decode.`,
  damaged: () => t`It can’t be decoded.`,
};
export type ImageProblem = CaseValues<typeof PROBLEMS>;

const WHY = 'Store clients show the images of an app side by side, on screens of every size.';

/** Rules about the images of a listing, which the guide explains together. */
export const IMAGE_RULES = {
  'graphic-type': {
    severity: 'error',
    get title() {
      return t`This image can’t be used`;
    },
    get fix() {
      return t`Use a PNG, JPEG or WebP without animation or interlacing, up to 8 MiB and 40 megapixels.`;
    },
    checks: 'The type of the file, and whether it can be decoded.',
    why: WHY,
    evidence: oneOf(PROBLEMS),
  },
  'graphic-size': {
    severity: 'error',
    get title() {
      return t`The image is too small or too large`;
    },
    get fix() {
      return t`Upload it at another size.`;
    },
    checks: 'The sides of the image.',
    why: WHY,
    evidence: ({ width, height, min, max }: Size & { readonly min: number; readonly max: number }) =>
      t`It is ${width} × ${height} pixels. Use sides from ${min} to ${max} pixels.`,
  },
  'graphic-ratio': {
    severity: 'error',
    get title() {
      return t`The image has the wrong shape`;
    },
    get fix() {
      return t`Crop it.`;
    },
    checks: 'The ratio of the sides of the image.',
    why: WHY,
    evidence: oneOf({
      notSquare: ({ width, height }: Size) => t`It is ${width} × ${height} pixels, but has to be square.`,
      tooLong: ({ width, height, max }: Size & { readonly max: number }) =>
        t`It is ${width} × ${height} pixels. Keep the longer side at most ${max} times the shorter one.`,
    }),
  },
  'graphic-recommended': {
    severity: 'info',
    get title() {
      return t`The image will be scaled`;
    },
    get fix() {
      return t`Upload it at that size for the sharpest result.`;
    },
    checks: 'Whether the image has the recommended size.',
    why: WHY,
    evidence: ({ width, height, toWidth, toHeight }: Size & Record<'toWidth' | 'toHeight', number>) =>
      t`It is ${width} × ${height} pixels, and will be scaled to ${toWidth} × ${toHeight} pixels.`,
  },
  'graphic-count': {
    severity: 'error',
    get title() {
      return t`There are too many images`;
    },
    get fix() {
      return t`Delete some of those above first, then add these.`;
    },
    checks: 'The number of images of a kind.',
    why: WHY,
    evidence: (files: SomeNames) => t`Not added: ${listNames(files)}.`,
  },
} as const satisfies Record<string, RuleRecord>;

/** Creates the finding of a rule about images, with the values that its evidence needs. */
export function imageFinding<Rule extends keyof typeof IMAGE_RULES>(
  rule: Rule,
  values: Parameters<(typeof IMAGE_RULES)[Rule]['evidence']>[0],
): Finding {
  return { rule, severity: IMAGE_RULES[rule].severity, values };
}
