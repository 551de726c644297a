import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that are not on the public Internet: the IANA registry of special-purpose addresses
 * (https://www.iana.org/assignments/iana-ipv4-special-registry), and multicast.
 */
const NOT_PUBLIC_IPV4: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * All public IPv6 addresses (RFC 4291, section 2.4). This excludes loopback, link-local, unique local and
 * multicast addresses, and IPv4 addresses in the forms `::`, `::ffff:` and `::ffff:0:`.
 */
const GLOBAL_IPV6: readonly [network: string, prefix: number] = ['2000::', 3];

/**
 * Networks within it that are not public either: the IANA registry of special-purpose addresses
 * (https://www.iana.org/assignments/iana-ipv6-special-registry). `2001::/23` includes Teredo and `2002::/16`
 * is 6to4: both route to the IPv4 address that they contain.
 */
const NOT_PUBLIC_IPV6: readonly [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** The prefix of NAT64 addresses (RFC 6052, section 2.1): the last 32 bits are the IPv4 address. */
const NAT64: readonly [network: string, prefix: number] = ['64:ff9b::', 96];

const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
const allowed = { global: new BlockList(), nat64: new BlockList() };
for (const [network, prefix] of NOT_PUBLIC_IPV4) blocked.ipv4.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_IPV6) blocked.ipv6.addSubnet(network, prefix, 'ipv6');
allowed.global.addSubnet(...GLOBAL_IPV6, 'ipv6');
allowed.nat64.addSubnet(...NAT64, 'ipv6');

/**
 * Returns true for an IP address on the public Internet. An address that contains an IPv4 address must be a
 * NAT64 address of a public one. Returns false for anything that is not an IP address or names an interface.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !blocked.ipv4.check(address, 'ipv4');
  if (version !== 6 || address.includes('%')) return false;
  if (allowed.nat64.check(address, 'ipv6')) return isPublicAddress(embeddedIpv4(address));
  return allowed.global.check(address, 'ipv6') && !blocked.ipv6.check(address, 'ipv6');
}

/** Returns the IPv4 address in the last 32 bits of an IPv6 address. */
function embeddedIpv4(address: string): string {
  // URLs write addresses in one canonical form, without dots (WHATWG URL, "IPv6 serializer").
  const [tail = '', head = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').toReversed();
  const bits = (Number.parseInt(head || '0', 16) * 2 ** 16 + Number.parseInt(tail || '0', 16)) >>> 0;
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.');
}
