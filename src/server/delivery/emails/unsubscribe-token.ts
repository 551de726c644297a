import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { SWITCHABLE_KINDS, type SwitchableKind } from '#shared/notifications/preferences.ts';

/** The kind of emails that a link turns off, and the user. */
export interface Unsubscription {
  readonly uid: string;
  readonly kind: SwitchableKind;
}

/** Separates this key from other keys derived from the server's secret. */
const KEY_PURPOSE = 'quayside: unsubscribe links';

/**
 * Creates a token with which its holder, without signing in, turns off one kind of email for one user: RFC 8058 asks
 * for a link that is hard to forge. It doesn't expire, because emails are read years later.
 */
export function signUnsubscription({ uid, kind }: Unsubscription, secret: string): string {
  const payload = Buffer.from(JSON.stringify([uid, kind])).toString('base64url');
  return `${payload}.${sign(payload, secret)}`;
}

/** Reads a token; null when this server didn't sign it. */
export function readUnsubscription(token: string, secret: string): Unsubscription | null {
  const [payload = '', signature = ''] = token.split('.');
  const expected = Buffer.from(sign(payload, secret));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [uid, kind] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [string, SwitchableKind];
  return SWITCHABLE_KINDS.includes(kind) ? { uid, kind } : null;
}

function sign(payload: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', KEY_PURPOSE, 32));
  return createHmac('sha256', key).update(payload).digest('base64url');
}
