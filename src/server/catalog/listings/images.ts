import { createHash } from 'node:crypto';
import { type CallError } from '#shared/errors.ts';
import { type GraphicKind, PICTURES, type PictureRecord } from '#shared/listings/field-records.ts';
import { evaluateGraphic } from '#shared/listings/graphics.ts';
import type { Finding } from '#shared/packages/finding.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { type ImageProblem, imageFinding } from '#shared/packages/rules/image-rules.ts';
import { type CheckedPicture, openPicture } from '../../platform/images/open.ts';
import { callError } from '../../platform/input/call-error.ts';
import { hashIcon } from '../lookalikes/icon-hash.ts';

/** The time limit for processing one picture, in seconds. */
const TIMEOUT_SECONDS = 20;

/** A re-encoded picture, as it is stored. */
export interface MadeGraphic {
  readonly bytes: Buffer;
  readonly sha256: string;
  /** Of the file that was uploaded. */
  readonly sourceSha256: string;
  readonly extension: 'png' | 'webp';
  readonly width: number;
  readonly height: number;
  readonly findings: Finding[];
  /** What the shape on an icon looks like; null for other pictures, and icons without a shape. */
  readonly iconHash: string | null;
}

/**
 * Re-encodes an uploaded picture for a listing: rotated upright, scaled where its kind has one size, as PNG (icons)
 * or WebP (others), without metadata. Throws `invalid-argument` with `details.findings`.
 */
export async function makeGraphic(kind: GraphicKind, picture: CheckedPicture): Promise<MadeGraphic> {
  // Pictures that fit in no orientation are rejected before decoding.
  requireFine(evaluateGraphic(kind, picture.header));
  const image = await openPicture(picture, TIMEOUT_SECONDS);
  const { autoOrient } = await image.metadata().catch(() => {
    throw graphicError({ found: 'damaged' });
  });
  const findings = requireFine(evaluateGraphic(kind, autoOrient));
  const { recommended }: PictureRecord = PICTURES[kind];
  const upright = image.autoOrient();
  const scaled = recommended
    ? upright.resize(recommended.width, recommended.height, { fit: 'cover' })
    : upright;
  const isIcon = kind === 'icon';
  const encoded = isIcon ? scaled.png() : scaled.webp({ quality: 90 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true }).catch(() => {
    throw graphicError({ found: 'damaged' });
  });
  return {
    bytes: data,
    sha256: hashOf(data),
    sourceSha256: hashOf(picture.bytes),
    extension: isIcon ? 'png' : 'webp',
    width: info.width,
    height: info.height,
    findings,
    iconHash: isIcon ? await hashIcon(data) : null,
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns the findings; throws when one is an error. */
function requireFine(findings: Finding[]): Finding[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw reject(errors);
  return findings;
}

/** Returns the error for a file that can't be used as a graphic. */
export function graphicError(problem: ImageProblem): CallError {
  return reject([imageFinding('graphic-type', problem)]);
}

function reject(findings: Finding[]): CallError {
  const described = findings.map(describeFinding);
  return callError(
    'invalid-argument',
    () =>
      findings
        .map(describeFinding)
        .map(({ title, evidence, fix }) => `${title}. ${evidence} ${fix}`)
        .join(' '),
    { findings: described },
  );
}
