import { BlockList, isIP } from 'node:net';

/**
 * The networks that the public Internet does not reach, and those that lead back into this one: the IANA special-purpose
 * registries (https://www.iana.org/assignments/iana-ipv4-special-registry, …/iana-ipv6-special-registry), multicast.
 */
const NOT_PUBLIC: readonly [network: string, prefix: number][] = [
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
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** One list for each version: a single one would take every IPv4 address for its form `::ffff:…` in IPv6. */
const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of NOT_PUBLIC) {
  const version = network.includes(':') ? 'ipv6' : 'ipv4';
  blocked[version].addSubnet(network, prefix, version);
}

/** Whether an IP address is one of the public Internet. Anything that is no IP address is not. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const name = version === 6 ? 'ipv6' : 'ipv4';
  return !blocked[name].check(address, name);
}
