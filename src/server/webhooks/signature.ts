import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new secret in the form of the Standard Webhooks specification: https://www.standardwebhooks.com */
export function createSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

interface Signed {
  /** The same for every attempt at one event. */
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/**
 * The headers by which a receiver knows that a message is ours and new: HMAC-SHA256 over id, time in seconds and body,
 * joined by dots (Standard Webhooks, "Signature scheme").
 */
export function signatureHeaders({ id, sentAt, body }: Signed, secret: string): Record<string, string> {
  const timestamp = Math.floor(sentAt.getTime() / 1000);
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
