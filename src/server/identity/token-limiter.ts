import { CallError } from '#shared/errors.ts';
import { TOKEN_REQUESTS_PER_MINUTE } from '#shared/tokens/calls.ts';

const WINDOW_SECONDS = 60;

interface CountWindow {
  count: number;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** The result of counting a request. */
interface CountedToken {
  /** The headers of the response, as in the draft "RateLimit header fields for HTTP" of the IETF, version 10. */
  readonly headers: Readonly<Record<string, string>>;
  /** `resource-exhausted` when the request is over the limit. */
  readonly error: CallError | null;
}

/** Limits the requests of each API token per minute. Each server process counts its own. */
export class TokenLimiter {
  readonly #windows = new Map<string, CountWindow>();
  readonly #clock: () => Date;
  #sweepAt = 0;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Counts a request of a token. */
  count(tokenId: string): CountedToken {
    const now = this.#clock().getTime();
    this.#sweep(now);
    const window = this.#windowOf(tokenId, now);
    window.count += 1;
    const left = Math.max(0, TOKEN_REQUESTS_PER_MINUTE - window.count);
    const seconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
    const headers = {
      'RateLimit-Policy': `"token";q=${TOKEN_REQUESTS_PER_MINUTE};w=${WINDOW_SECONDS}`,
      RateLimit: `"token";r=${left};t=${seconds}`,
    };
    return { headers, error: window.count > TOKEN_REQUESTS_PER_MINUTE ? tooMany(seconds) : null };
  }

  #windowOf(tokenId: string, now: number): CountWindow {
    const open = this.#windows.get(tokenId);
    if (open && open.endsAt > now) return open;
    const started = { count: 0, endsAt: now + WINDOW_SECONDS * 1000 };
    this.#windows.set(tokenId, started);
    return started;
  }

  /** Forgets windows that have ended, so that only tokens of the last two minutes are kept. */
  #sweep(now: number): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + WINDOW_SECONDS * 1000;
    for (const [tokenId, { endsAt }] of this.#windows) {
      if (endsAt <= now) this.#windows.delete(tokenId);
    }
  }
}

function tooMany(seconds: number): CallError {
  return new CallError(
    'resource-exhausted',
    `An API token may make ${TOKEN_REQUESTS_PER_MINUTE} requests a minute. Wait ${seconds} seconds, then continue.`,
    { reason: 'too-many-requests', retryAfterSeconds: seconds },
  );
}
