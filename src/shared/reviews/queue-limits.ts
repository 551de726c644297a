/** Longest search of the queue, in characters. */
export const MAX_QUERY_LENGTH = 200;

/** The upper limits of the ages by which waiting versions are counted, in hours; the last age has none. */
export const AGE_LIMITS_HOURS = [6, 24, 72, 168] as const;

/** Maximum number of versions to claim at once. */
export const MAX_CLAIMS = 50;
