import { describeDuration } from '#shared/duration.ts';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';

/** Reasons of errors that end by waiting: the request was one too many, whatever it asked for. */
const LIMIT_REASONS: ReadonlySet<unknown> = new Set(['too-many-requests', 'too-many-calls']);
/** The identity provider's code for the same. */
const PROVIDER_CODE = 'TOO_MANY_REQUESTS';

/** Returns the seconds to wait after an error for too many requests; null for any other error. */
export function limitSeconds(error: unknown): number | null {
  if (!(error instanceof CallError)) return null;
  const { reason, code, retryAfterSeconds } = error.details ?? {};
  if (!LIMIT_REASONS.has(reason) && code !== PROVIDER_CODE) return null;
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : null;
}

/** Returns what to do after an error for too many requests, in the page's language. */
export function limitText(seconds: number): string {
  return t`Too many requests. Wait ${describeDuration(seconds)}, then try again.`;
}
