import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { SWITCHABLE_KINDS, type SwitchableKind } from '#shared/notifications/preferences.ts';

/** What the link in a mail switches off, and for whom. */
export interface Unsubscription {
  readonly uid: string;
  readonly kind: SwitchableKind;
}

/** Keeps this key apart from every other one that is derived from the server's secret. */
const KEY_PURPOSE = 'quayside: unsubscribe links';

/**
 * A token that lets whoever holds it, without signing in, switch off one kind of mail for one person: RFC 8058 asks
 * for a link that is hard to forge. It does not expire, as mails are read years later.
 */
export function signUnsubscription({ uid, kind }: Unsubscription, secret: string): string {
  const payload = Buffer.from(JSON.stringify([uid, kind])).toString('base64url');
  return `${payload}.${sign(payload, secret)}`;
}

/** What a token switches off; null when this server did not sign it. */
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
