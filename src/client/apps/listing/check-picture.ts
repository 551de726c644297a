import { type GraphicKind, judgeGraphic } from '#shared/listings/graphics.ts';
import type { Finding } from '#shared/packages/finding.ts';

/** What the store takes of one picture, in bytes: 8 MiB. */
const MAX_BYTES = 8 * 1024 ** 2;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/** What file choosers offer. */
export const PICTURE_TYPES = TYPES.join(',');

/** What is wrong or could be better with a chosen picture, before it is sent; the store checks it again. */
export async function checkPicture(kind: GraphicKind, picture: File): Promise<Finding[]> {
  const refuse = (evidence: string): Finding[] => [
    {
      rule: 'graphic-type',
      severity: 'error',
      title: 'This picture cannot be used',
      evidence,
      fix: 'Use a PNG, JPEG or WebP without animation, of at most 8 MiB.',
    },
  ];
  if (!TYPES.includes(picture.type)) return refuse(`${picture.name} is ${picture.type || 'no picture'}.`);
  if (picture.size > MAX_BYTES) return refuse(`${picture.name} is larger than 8 MiB.`);
  try {
    const image = await createImageBitmap(picture);
    const findings = judgeGraphic(kind, image);
    image.close();
    return findings;
  } catch {
    return refuse(`${picture.name} cannot be decoded.`);
  }
}
