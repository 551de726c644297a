import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';

/** How long a link to an unpublished file works, in milliseconds. */
const LIFETIME_MS = 5 * 60_000;

type Signing = Pick<Context, 'secret' | 'clock'>;

/** Where a version's file is served below the base path, for everybody once it is published. */
export function publicFilePath(versionId: string): string {
  return `files/${versionId}`;
}

/** The same with a signature that lets whoever holds the link have an unpublished file, for five minutes. */
export function signedFilePath({ secret, clock }: Signing, versionId: string): string {
  const expires = clock().getTime() + LIFETIME_MS;
  return `${publicFilePath(versionId)}?expires=${expires}&signature=${sign(secret, versionId, expires)}`;
}

/** Whether a link's signature is ours, for this version, and not yet expired. */
export function isValidLink(
  { secret, clock }: Signing,
  versionId: string,
  query: Record<string, string>,
): boolean {
  const expires = Number(query.expires);
  if (!Number.isSafeInteger(expires) || expires < clock().getTime()) return false;
  const expected = Buffer.from(sign(secret, versionId, expires));
  const given = Buffer.from(query.signature ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sign(secret: string, versionId: string, expires: number): string {
  return createHmac('sha256', secret).update(`file-link\0${versionId}\0${expires}`).digest('base64url');
}
