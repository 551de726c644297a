import { isIPv4, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context as HonoContext } from 'hono';

/** Header with the client address that the identity provider counts by; never accepted from outside. */
export const CLIENT_ADDRESS_HEADER = 'x-quayside-client-address';

/**
 * Returns the caller's address: that of the connection, or the last one in `X-Forwarded-For` when our own
 * proxy added it. Earlier entries come from the client and are ignored.
 */
export function clientAddress(c: HonoContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1) : undefined;
  return readAddress(forwarded ?? '') ?? readAddress(getConnInfo(c).remote.address ?? '') ?? '0.0.0.0';
}

/**
 * Returns the network by which an address is counted: an IPv4 address itself, or the /64 of an IPv6 address,
 * which one customer gets (RFC 6177). An IPv4-mapped address counts as IPv4. Anything else counts as written.
 */
export function networkOf(address: string): string {
  const read = readAddress(address);
  if (read === null) return address;
  return isIPv4(read) ? read : `${groupsOf(read).slice(0, 4).join(':')}::/64`;
}

/**
 * Returns the larger networks of one (`networkOf`), growing: the /56 and /48 of an IPv6 network, which customers and
 * organisations get (RFC 6177), or the /24 of an IPv4 address. Anything else has none.
 */
export function widerNetworks(network: string): string[] {
  if (isIPv4(network)) return [`${network.split('.').slice(0, 3).join('.')}.0/24`];
  const [a, b, c, d] = network.replace(/::\/64$/, '').split(':');
  if (!network.endsWith('::/64') || d === undefined) return [];
  const byte = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [`${a}:${b}:${c}:${byte}::/56`, `${a}:${b}:${c}::/48`];
}

/**
 * Parses an address in any notation, also with a port or a zone as proxies write them. Returns its shortest
 * form (RFC 5952), IPv4-mapped ones (RFC 4291, section 2.5.5.2) as IPv4; null for anything else.
 */
function readAddress(text: string): string | null {
  const trimmed = text.trim();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const [address = ''] = bare.split('%');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return shortestForm(address);
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The URL parser writes IPv6 addresses in their shortest form. */
function shortestForm(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

/** Returns the eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): string[] {
  const [left = '', right] = shortestForm(address).split('::');
  const before = left.split(':').filter(Boolean);
  const after = right?.split(':').filter(Boolean) ?? [];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}
