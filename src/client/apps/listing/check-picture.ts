import { MAX_GRAPHIC_BYTES, PICTURE_TYPES } from '#shared/images/limits.ts';
import { t } from '#shared/languages/translate.ts';
import { evaluateGraphic, type GraphicKind } from '#shared/listings/graphics.ts';
import type { Finding } from '#shared/packages/finding.ts';

const TYPES: readonly string[] = PICTURE_TYPES;

/** Returns the findings of a chosen picture before its upload; the server checks it again. */
export async function checkPicture(kind: GraphicKind, picture: File): Promise<Finding[]> {
  const reject = (evidence: string): Finding[] => [
    {
      rule: 'graphic-type',
      severity: 'error',
      title: t`This image can’t be used`,
      evidence,
      fix: t`Use a PNG, JPEG or WebP without animation, up to 8 MiB.`,
    },
  ];
  if (!TYPES.includes(picture.type)) {
    return reject(
      picture.type === '' ? t`${picture.name} is not an image.` : t`${picture.name} is ${picture.type}.`,
    );
  }
  if (picture.size > MAX_GRAPHIC_BYTES) return reject(t`${picture.name} is larger than 8 MiB.`);
  try {
    const image = await createImageBitmap(picture);
    const findings = evaluateGraphic(kind, image);
    image.close();
    return findings;
  } catch {
    return reject(t`${picture.name} can’t be decoded.`);
  }
}
