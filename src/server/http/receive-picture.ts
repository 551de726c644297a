import type { HttpBindings } from '@hono/node-server';
import { type CallError } from '#shared/errors.ts';
import { MEGAPIXELS_PER_HOUR, PICTURES_PER_HOUR } from '#shared/images/limits.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';
import type { ImageProblem } from '#shared/packages/rules/image-rules.ts';
import { countAmount } from '../identity/rate-limits.ts';
import type { Context } from '../platform/context.ts';
import { type CheckedPicture, checkPicture } from '../platform/images/open.ts';
import { callError } from '../platform/input/call-error.ts';
import { readBody } from '../platform/input/read-body.ts';

const HOUR_SECONDS = 3_600;
const PICTURES = {
  name: 'pictures account',
  max: PICTURES_PER_HOUR,
  windowSeconds: HOUR_SECONDS,
  message: () => t`You can upload ${PICTURES_PER_HOUR} images an hour.`,
};
const MEGAPIXELS = {
  name: 'megapixels account',
  max: MEGAPIXELS_PER_HOUR,
  windowSeconds: HOUR_SECONDS,
  message: () => t`You can upload ${formatNumber(MEGAPIXELS_PER_HOUR)} megapixels of images an hour.`,
};

interface PictureRequest<Result> {
  readonly uid: string;
  readonly connection: Pick<HttpBindings, 'incoming' | 'outgoing'>;
  readonly maxBytes: number;
  /** Creates the error for an invalid picture. */
  readonly createError: (problem: ImageProblem) => CallError;
  /** Decodes the picture. */
  readonly make: (picture: CheckedPicture) => Promise<Result>;
}

/**
 * Reads a picture from the request's body and processes it when the account has a free slot. Throws
 * `resource-exhausted` when the account sends too many, `unavailable` when the server is busy, both with
 * `retryAfterSeconds`, and `invalid-argument` for a file that is too large or not a picture.
 */
export async function receivePicture<Result>(
  context: Pick<Context, 'pictures' | 'db' | 'clock' | 'secret'>,
  { uid, connection, maxBytes, createError, make }: PictureRequest<Result>,
): Promise<Result> {
  using slot = context.pictures.takeSlot(uid);
  const bytes = await Promise.race([readBody(connection, maxBytes), slot.lost]);
  if (bytes === null) {
    const limit = `${maxBytes / 1024 ** 2} MiB`;
    throw callError('invalid-argument', () => t`The image is larger than ${limit}. Choose a smaller one.`);
  }
  const picture = checkPicture(bytes);
  if ('found' in picture) throw createError(picture);
  const { width, height } = picture.header;
  await countAmount(context, PICTURES, { subject: uid, amount: 1 });
  await countAmount(context, MEGAPIXELS, { subject: uid, amount: Math.ceil((width * height) / 1e6) });
  // Await here, because the slot is released when this function returns.
  return await slot.decode(() => make(picture));
}
