import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../platform/context.ts';

/** Lifetime of a link to a version's file, in milliseconds. */
const LIFETIME_MS = 5 * 60_000;

type Signing = Pick<Context, 'secret' | 'clock'>;

/**
 * Returns the path of a version's file below the base path, with a signature that lets one user download it for five
 * minutes while they have access to its app, whether it is published or not.
 */
export function signedFilePath({ secret, clock }: Signing, versionId: string, uid: string): string {
  const expires = clock().getTime() + LIFETIME_MS;
  const signature = sign(secret, { versionId, uid, expires });
  return `files/${versionId}?${new URLSearchParams({ uid, expires: String(expires), signature })}`;
}

/**
 * Returns the uid that a link was made for; null when its signature is wrong, for another version, or has expired.
 */
export function readLink(
  { secret, clock }: Signing,
  versionId: string,
  { uid = '', ...query }: Record<string, string>,
): string | null {
  const expires = Number(query.expires);
  if (!Number.isSafeInteger(expires) || expires < clock().getTime()) return null;
  const expected = Buffer.from(sign(secret, { versionId, uid, expires }));
  const given = Buffer.from(query.signature ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected) ? uid : null;
}

interface Link {
  readonly versionId: string;
  readonly uid: string;
  readonly expires: number;
}

function sign(secret: string, { versionId, uid, expires }: Link): string {
  return createHmac('sha256', secret)
    .update(`file-link\0${versionId}\0${uid}\0${expires}`)
    .digest('base64url');
}
