import { createHmac } from 'node:crypto';

/**
 * Where a device stands in rollouts: a number from 0 to 99 that stays the same for the same device. A rollout of n
 * percent is for the devices below n, so raising it only adds devices. The store's secret keeps others from choosing
 * their place.
 * `of` separates rollouts, so that it is not the same devices that are always first; without it all share one number.
 */
export function bucketOf(secret: string, { device, of = '' }: { device: string; of?: string }): number {
  const digest = createHmac('sha256', secret).update(`rollout\0${of}\0${device}`).digest();
  return digest.readUInt32BE() % 100;
}

/** What is stable of an address: all of IPv4, and of IPv6 the network's 64 bits, as devices change the rest daily. */
export function stableAddress(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1] as string;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const before = head.split(':').filter(Boolean);
  const after = address.includes('::') ? tail.split(':').filter(Boolean) : [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}
