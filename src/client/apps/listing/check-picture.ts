import { MAX_GRAPHIC_BYTES, PICTURE_TYPES } from '#shared/images/limits.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import { evaluateGraphic } from '#shared/listings/graphics.ts';
import type { Finding } from '#shared/packages/finding.ts';
import { type ImageProblem, imageFinding } from '#shared/packages/rules/image-rules.ts';

const TYPES: readonly string[] = PICTURE_TYPES;

/** Returns the findings of a chosen picture before its upload; the server checks it again. */
export async function checkPicture(kind: GraphicKind, picture: File): Promise<Finding[]> {
  const reject = (problem: ImageProblem) => [imageFinding('graphic-type', problem)];
  const { name: file, type } = picture;
  if (!TYPES.includes(type)) {
    return reject(type === '' ? { found: 'noImage', file } : { found: 'otherType', file, type });
  }
  if (picture.size > MAX_GRAPHIC_BYTES) return reject({ found: 'tooLarge', file });
  try {
    const image = await createImageBitmap(picture);
    const findings = evaluateGraphic(kind, image);
    image.close();
    return findings;
  } catch {
    return reject({ found: 'damaged' });
  }
}
