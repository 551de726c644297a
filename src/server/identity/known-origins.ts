import { createHmac, randomBytes } from 'node:crypto';
import type { GenericEndpointContext } from '@better-auth/core';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db/open.ts';
import { authUsers, knownOrigins } from '../platform/db/tables/identity.ts';
import { CLIENT_ADDRESS_HEADER, networkOf } from './client-address.ts';

/** Devices and networks remembered per account; the least recently used ones over this limit are deleted. */
const MAX_ORIGINS = 40;

/** Browsers keep a cookie for at most 400 days (RFC 6265bis, section 5.5). */
const DEVICE_COOKIE_SECONDS = 400 * 86_400;

const DEVICE_ID = /^[\w-]{32}$/;

/** Returns the network of a request to the identity provider. */
export function networkOfRequest(ctx: GenericEndpointContext): string {
  return networkOf(ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? 'unknown');
}

interface KnownOrigin {
  readonly kind: 'device' | 'network';
  /** Identifies it in rate limits. */
  readonly origin: string;
}

/**
 * Returns the device that has signed in to the account before, or else such a network; null for neither.
 * Follows OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export async function findKnownOrigin(
  context: Context,
  ctx: GenericEndpointContext,
  email: string,
): Promise<KnownOrigin | null> {
  const device = readDevice(ctx);
  const byDevice = device && hashOrigin(context, `device\0${device}`);
  const byNetwork = hashOrigin(context, `network\0${networkOfRequest(ctx)}`);
  const rows = await context.db
    .select({ origin: knownOrigins.origin })
    .from(knownOrigins)
    .innerJoin(authUsers, eq(authUsers.id, knownOrigins.uid))
    .where(
      and(
        eq(authUsers.email, email),
        inArray(knownOrigins.origin, byDevice ? [byDevice, byNetwork] : [byNetwork]),
      ),
    );
  const found = new Set(rows.map(({ origin }) => origin));
  if (byDevice && found.has(byDevice)) return { kind: 'device', origin: byDevice };
  return found.has(byNetwork) ? { kind: 'network', origin: byNetwork } : null;
}

/** Remembers a device and network after a sign-in; sets the device cookie in a browser without one. */
export async function rememberOrigin(
  context: Context,
  ctx: GenericEndpointContext,
  uid: string,
): Promise<void> {
  const device = readDevice(ctx) ?? setDevice(ctx);
  const now = context.clock();
  const origins = [`device\0${device}`, `network\0${networkOfRequest(ctx)}`];
  await context.db
    .insert(knownOrigins)
    .values(origins.map((origin) => ({ uid, origin: hashOrigin(context, origin), lastUsedAt: now })))
    .onConflictDoUpdate({
      target: [knownOrigins.uid, knownOrigins.origin],
      set: { lastUsedAt: sql`excluded.last_used_at` },
    });
  const kept = context.db
    .select({ origin: knownOrigins.origin })
    .from(knownOrigins)
    .where(eq(knownOrigins.uid, uid))
    .orderBy(desc(knownOrigins.lastUsedAt))
    .limit(MAX_ORIGINS);
  await context.db
    .delete(knownOrigins)
    .where(and(eq(knownOrigins.uid, uid), sql`${knownOrigins.origin} NOT IN ${kept}`));
}

/** Deletes all known devices and networks of an account. */
export async function forgetOrigins(tx: Tx, uid: string): Promise<void> {
  await tx.delete(knownOrigins).where(eq(knownOrigins.uid, uid));
}

function deviceCookie(ctx: GenericEndpointContext) {
  return ctx.context.createAuthCookie('device', { maxAge: DEVICE_COOKIE_SECONDS });
}

/** Returns the random id in the device cookie; null without a valid one. */
function readDevice(ctx: GenericEndpointContext): string | null {
  const id = ctx.getCookie(deviceCookie(ctx).name);
  return typeof id === 'string' && DEVICE_ID.test(id) ? id : null;
}

function setDevice(ctx: GenericEndpointContext): string {
  const { name, attributes } = deviceCookie(ctx);
  const id = randomBytes(24).toString('base64url');
  ctx.setCookie(name, id, attributes);
  return id;
}

/** Returns a keyed hash, so that the table does not reveal who was where. */
function hashOrigin({ secret }: Context, origin: string): string {
  return createHmac('sha256', secret).update(`origin\0${origin}`).digest('base64url');
}
