import type { IncomingMessage } from 'node:http';
import { networkOf } from '../../identity/client-address.ts';

/**
 * Returns the client network that a trusted proxy names; null for the proxy's own requests, such as health
 * checks.
 */
export function forwardedNetwork({ headers }: IncomingMessage): string | null {
  const address = [headers['x-forwarded-for']].flat().join(',').split(',').at(-1)?.trim();
  return address ? networkOf(address) : null;
}

/** Counts connections or requests per network. */
export class NetworkCounts {
  readonly #max: number;
  readonly #held = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  isFull(network: string | null): boolean {
    return network !== null && (this.#held.get(network) ?? 0) >= this.#max;
  }

  add(network: string | null): void {
    if (network !== null) this.#held.set(network, (this.#held.get(network) ?? 0) + 1);
  }

  remove(network: string | null): void {
    if (network === null) return;
    const held = (this.#held.get(network) ?? 0) - 1;
    if (held > 0) this.#held.set(network, held);
    else this.#held.delete(network);
  }
}
