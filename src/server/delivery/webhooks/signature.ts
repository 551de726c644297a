import { createHmac, randomBytes } from 'node:crypto';
import { WEBHOOK_HEADERS } from '#shared/webhooks/payloads.ts';

const PREFIX = 'whsec_';

/** Creates a secret in the format of Standard Webhooks: https://www.standardwebhooks.com */
export function createWebhookSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

interface Signed {
  /** Stays the same for all attempts at one event. */
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/**
 * Returns the headers by which a receiver verifies the sender and age of a message: HMAC-SHA256 over id, time in
 * seconds and body, joined by dots (Standard Webhooks, "Signature scheme").
 */
export function signatureHeaders({ id, sentAt, body }: Signed, secret: string): Record<string, string> {
  const timestamp = Math.floor(sentAt.getTime() / 1000);
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: String(timestamp),
    [WEBHOOK_HEADERS.signature]: `v1,${signature}`,
  };
}
