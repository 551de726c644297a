import type { Context as HonoContext } from 'hono';
import { bucketOf } from '../../catalog/releases/bucket.ts';
import { clientAddress, networkOf } from '../../identity/client-address.ts';
import type { Context } from '../../platform/context.ts';

/**
 * Returns the rollout bucket of a caller. Store clients send no device id, so the address is used instead
 * (docs/decisions/030-rollouts-and-holds.md).
 */
export function callerBucket(c: HonoContext, { config, secret }: Context): number {
  return bucketOf(secret, { device: networkOf(clientAddress(c, config.trustProxy)) });
}
