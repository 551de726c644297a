import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Lane } from './dispatch.ts';

/**
 * The part of a domain that one owner registered: two labels, or three below short second-level names such as
 * `co.uk`. Subdomains are free, so all of one owner count as one.
 */
const OWN_DOMAIN = '[^.]+[.][^.]{1,3}[.][^.]{2}$|[^.]+[.][^.]+$';
const OWN_DOMAIN_PATTERN = new RegExp(OWN_DOMAIN);

/** Returns the receiver of mail for an address: the registered domain. */
export function mailReceiver(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return OWN_DOMAIN_PATTERN.exec(domain)?.[0] ?? domain;
}

/** Returns the receiver in SQL, for a column with an address. */
export function mailReceiverSql(email: SQL): SQL {
  const domain = sql`lower(split_part(${email}, '@', 2))`;
  return sql`coalesce(substring(${domain} from ${OWN_DOMAIN}), ${domain})`;
}

/** Maximum deliveries in progress at once. */
export interface ReceiverLimits {
  /** To one receiver, before and after it accepted a delivery. */
  readonly untrusted: number;
  readonly trusted: number;
  /** To all receivers that accepted none yet; the rest is reserved for the trusted ones. */
  readonly allUntrusted: number;
}

/** Tracks which receivers accept deliveries. */
export interface Receivers {
  lanesOf(receiver: string): Lane[];
  /** Records that a receiver accepted a delivery. */
  trust(receiver: string): void;
  /** Records that it failed, for a reason that may be its own. */
  distrust(receiver: string): void;
}

/** The receivers known to each server (by its connection pool), one set per channel. */
const byServer = new WeakMap<Context['pool'], Map<string, Receivers>>();

/** Returns the receivers of a channel known to this server, so that jobs share them. */
export function receiversOf(
  { pool }: Pick<Context, 'pool'>,
  channel: string,
  limits: ReceiverLimits,
): Receivers {
  const channels = byServer.get(pool) ?? new Map<string, Receivers>();
  const receivers = channels.get(channel) ?? createReceivers(limits);
  byServer.set(pool, channels.set(channel, receivers));
  return receivers;
}

/** Maximum receivers remembered; beyond that all are forgotten. */
const MAX_REMEMBERED = 10_000;

/** Creates an empty set: each receiver gets few deliveries at once until it has accepted one. */
export function createReceivers({ untrusted, trusted, allUntrusted }: ReceiverLimits): Receivers {
  const known = new Set<string>();
  return {
    lanesOf: (receiver) =>
      known.has(receiver)
        ? [{ key: `receiver ${receiver}`, limit: trusted }]
        : [
            { key: `receiver ${receiver}`, limit: untrusted },
            { key: 'untrusted', limit: allUntrusted },
          ],
    trust(receiver) {
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.add(receiver);
    },
    distrust: (receiver) => void known.delete(receiver),
  };
}
