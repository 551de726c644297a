import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context as HonoContext } from 'hono';

/** The header in which the identity provider finds the address it counts attempts by; never taken from outside. */
export const CLIENT_ADDRESS_HEADER = 'x-quayside-client-address';

/** The caller's address: of the connection, or what our own proxy says when it may be believed. */
export function clientAddress(c: HonoContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || getConnInfo(c).remote.address || '0.0.0.0';
}
