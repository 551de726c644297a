import type { MiddlewareHandler } from 'hono';
import { describeDuration } from '#shared/duration.ts';
import { t } from '#shared/languages/translate.ts';
import { clientAddress, networkOf } from '../../identity/client-address.ts';
import type { Context } from '../../platform/context.ts';
import { callError } from '../../platform/input/call-error.ts';

/** Requests of one network in a minute, at each server. */
export const MAX_REQUESTS = 300;

const WINDOW_MS = 60_000;

/** Networks that are counted at the same time; beyond that all counts start again. */
const MAX_NETWORKS = 50_000;

/**
 * Limits the requests of each network. The counts are in memory: a count in the database would cost more than the
 * requests that it counts, and losing them at a restart harms nobody.
 */
class RequestLimit {
  #endsAt = 0;
  readonly #counts = new Map<string, number>();

  /** Counts a request; throws `resource-exhausted` with `retryAfterSeconds` over the limit. */
  count(network: string, now: Date): void {
    if (now.getTime() >= this.#endsAt || this.#counts.size >= MAX_NETWORKS) {
      this.#counts.clear();
      this.#endsAt = now.getTime() + WINDOW_MS;
    }
    const count = (this.#counts.get(network) ?? 0) + 1;
    this.#counts.set(network, count);
    if (count <= MAX_REQUESTS) return;
    const seconds = Math.max(1, Math.ceil((this.#endsAt - now.getTime()) / 1_000));
    throw callError(
      'resource-exhausted',
      () =>
        t`Too many requests: at most ${MAX_REQUESTS} a minute. Wait ${describeDuration(seconds)}, then try again.`,
      { reason: 'too-many-requests', retryAfterSeconds: seconds },
    );
  }
}

/** Rejects the requests of a network over a limit, which all routes with the returned handler share. */
export function limitRequests(context: Context): MiddlewareHandler {
  const limit = new RequestLimit();
  return (c, next) => {
    limit.count(networkOf(clientAddress(c, context.config.trustProxy)), context.clock());
    return next();
  };
}
