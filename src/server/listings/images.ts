import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { CallError } from '#shared/errors.ts';
import { GRAPHIC_RULES, type GraphicKind, judgeGraphic } from '#shared/listings/graphics.ts';
import type { Finding } from '#shared/packages/finding.ts';

/** What a screen has fewer of; a file that claims more is a decompression bomb. */
const MAX_PIXELS = 50_000_000;
const FORMATS = new Set(['jpeg', 'png', 'webp']);
const TIMEOUT_SECONDS = 20;

/** A picture made anew from an uploaded one, as it is kept. */
export interface MadeGraphic {
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly extension: 'png' | 'webp';
  readonly width: number;
  readonly height: number;
  readonly findings: Finding[];
}

/**
 * Makes a picture of a listing from an uploaded one: turned upright, scaled where its kind has one size, encoded anew
 * (icons as PNG, others as WebP) and without metadata. Throws `invalid-argument` with `details.findings`.
 */
export async function makeGraphic(kind: GraphicKind, picture: Uint8Array): Promise<MadeGraphic> {
  const { image, measures } = await open(picture);
  const findings = judgeGraphic(kind, measures);
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw refuse(errors);
  const { recommended } = GRAPHIC_RULES[kind];
  const scaled = recommended ? image.resize(recommended.width, recommended.height, { fit: 'cover' }) : image;
  const isIcon = kind === 'icon';
  const encoded = isIcon ? scaled.png() : scaled.webp({ quality: 90 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true }).catch(() => {
    throw refuse([unreadable('It cannot be decoded to its end.')]);
  });
  return {
    bytes: data,
    sha256: createHash('sha256').update(data).digest('hex'),
    extension: isIcon ? 'png' : 'webp',
    width: info.width,
    height: info.height,
    findings,
  };
}

async function open(picture: Uint8Array) {
  try {
    const image = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format, autoOrient, pages } = await image.metadata();
    if (!FORMATS.has(format) || (pages ?? 1) > 1) throw refuse([unreadable(`Its format is ${format}.`)]);
    return { image: image.timeout({ seconds: TIMEOUT_SECONDS }).autoOrient(), measures: autoOrient };
  } catch (error) {
    throw error instanceof CallError
      ? error
      : refuse([unreadable('It is no picture, or has too many pixels.')]);
  }
}

function unreadable(evidence: string): Finding {
  return {
    rule: 'graphic-type',
    severity: 'error',
    title: 'This picture cannot be used',
    evidence,
    fix: 'Use a PNG, JPEG or WebP without animation, of at most 50 megapixels.',
  };
}

function refuse(findings: Finding[]): CallError {
  const message = findings.map(({ title, evidence, fix }) => `${title}. ${evidence} ${fix}`).join(' ');
  return new CallError('invalid-argument', message, { findings });
}
