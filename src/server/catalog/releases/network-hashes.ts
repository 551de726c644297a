import { createHmac } from 'node:crypto';
import { widerNetworks } from '../../identity/client-address.ts';

/** Bytes of a hash that has to be unique. */
const HASH_BYTES = 12;

/**
 * Bytes of a hash that only recognises repetitions: few, so that the networks of a version and day are bounded by 16.8
 * million rows, and a row fits many networks.
 */
const REPEATED_BYTES = 3;

/** A network that downloads a version, as keyed hashes: none reveals its address. */
export interface NetworkHashes {
  /** Another one on each day and for each version. */
  readonly onDay: string;
  /** Another one for each version. */
  readonly ofRollout: string;
  /** That of the /48 or /24, the same for all versions. */
  readonly wide: string;
}

interface Download {
  readonly versionId: string;
  readonly day: string;
}

/** Returns the hashes of a network (`networkOf`) that downloads a version. */
export function hashNetwork(secret: string, network: string, { versionId, day }: Download): NetworkHashes {
  const dailyKey = createHmac('sha256', secret).update(`download networks\0${day}`).digest();
  return {
    onDay: hash(dailyKey, `${versionId}\0${network}`, REPEATED_BYTES),
    ofRollout: hashOfRollout(secret, network, versionId),
    wide: hashWide(secret, network),
  };
}

/** Returns the hash by which a version's rollout knows a network. */
export function hashOfRollout(secret: string, network: string, versionId: string): string {
  return hash(secret, `rollout network\0${versionId}\0${network}`, HASH_BYTES);
}

/** Returns the hash of the /48 or /24 of a network. */
export function hashWide(secret: string, network: string): string {
  return hash(secret, `known network\0${widerNetworks(network).at(-1) ?? network}`, HASH_BYTES);
}

function hash(key: string | Buffer, text: string, bytes: number): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, bytes).toString('base64url');
}
