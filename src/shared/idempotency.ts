import type { CallContract } from './call.ts';

/** The request header of a key, as in the draft "The Idempotency-Key HTTP Header Field" of the IETF, version 7. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The response header that says that an earlier response is repeated. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

export const IDEMPOTENCY_LIMITS = {
  keyLength: 255,
  /** Hours for which a key is remembered. */
  hours: 24,
  /** Remembered keys of an account, over all of its tokens. */
  perAccount: 1_000,
  /** Larger responses are not kept. */
  responseBytes: 64 * 1024,
} as const;

/** Returns true for a call that takes an idempotency key: one that writes and that API tokens may make. */
export function takesIdempotencyKey({ token, reads }: CallContract): boolean {
  return token !== undefined && token !== 'read' && reads === undefined;
}
