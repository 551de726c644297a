import { createHmac } from 'node:crypto';

/**
 * Returns the bucket of a device: a number from 0 to 99 that is always the same for one device. A rollout of n
 * percent reaches the buckets below n, so increasing it only adds devices. The store's secret keeps devices from
 * choosing their bucket. `of` gives each rollout its own buckets, so that the first devices differ; without it all
 * share one.
 */
export function bucketOf(secret: string, { device, of = '' }: { device: string; of?: string }): number {
  const digest = createHmac('sha256', secret).update(`rollout\0${of}\0${device}`).digest();
  return digest.readUInt32BE() % 100;
}
