const SECOND_MS = 1_000;

/**
 * Returns the `Last-Modified` of a content that has been the current one since `at`. Dates have whole seconds, so within
 * the same second it is the second before: whoever got it then asks again, and never misses a change that follows in that
 * second. `now` is absent where nothing ever follows.
 * @see RFC 9110, section 8.8.2.2 (strong dates)
 */
export function lastModified(at: Date, now: Date | undefined): string {
  const latest = now ? secondOf(now) - SECOND_MS : Infinity;
  return new Date(Math.min(secondOf(at), latest)).toUTCString();
}

/** Returns true when the content that has been the current one since `at` is the one that a client got at a date. */
export function isUnmodified(header: string | undefined, at: Date): boolean {
  return header !== undefined && Date.parse(header) >= secondOf(at);
}

/** Returns true when a date names the content that has been the current one since `at`, and no earlier one. */
export function isDateOf(header: string, at: Date): boolean {
  return Date.parse(header) === secondOf(at);
}

function secondOf(at: Date): number {
  return Math.floor(at.getTime() / SECOND_MS) * SECOND_MS;
}
