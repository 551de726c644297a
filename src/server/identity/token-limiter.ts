import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { TOKEN_REQUESTS_PER_MINUTE } from '#shared/tokens/calls.ts';
import { callError } from '../platform/input/call-error.ts';
import { CountWindows } from './count-windows.ts';

/** The result of counting a request. */
interface CountedToken {
  /** The headers of the response, as in the draft "RateLimit header fields for HTTP" of the IETF, version 10. */
  readonly headers: Readonly<Record<string, string>>;
  /** `resource-exhausted` when the request is over the limit. */
  readonly error: CallError | null;
}

/** Limits the requests of each API token per minute. */
export class TokenLimiter {
  readonly #windows: CountWindows;

  constructor(clock: () => Date) {
    this.#windows = new CountWindows(clock);
  }

  /** Counts a request of a token. */
  count(tokenId: string): CountedToken {
    const { count, seconds } = this.#windows.count(tokenId);
    const left = Math.max(0, TOKEN_REQUESTS_PER_MINUTE - count);
    const headers = {
      'RateLimit-Policy': `"token";q=${TOKEN_REQUESTS_PER_MINUTE};w=60`,
      RateLimit: `"token";r=${left};t=${seconds}`,
    };
    return { headers, error: count > TOKEN_REQUESTS_PER_MINUTE ? tooMany(seconds) : null };
  }
}

function tooMany(seconds: number): CallError {
  return callError(
    'resource-exhausted',
    () =>
      t`An API token may make ${TOKEN_REQUESTS_PER_MINUTE} requests a minute. Wait ${seconds} seconds, then continue.`,
    { reason: 'too-many-requests', retryAfterSeconds: seconds },
  );
}
