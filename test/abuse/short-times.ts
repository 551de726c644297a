import { CONNECTION_LIMITS, type ConnectionLimits } from '#server/http/connections/limits.ts';

/*
 * Runs inside a server under attack (`--import`): the times of connections are seconds instead of minutes, so that a
 * test can wait for them. Counts stay as they are in production, but for bodies together.
 */

const SHORT: Partial<ConnectionLimits> = {
  headersMs: 1_500,
  bodyMs: 6_000,
  pictureMs: 8_000,
  stalledMs: 4_000,
  sweepMs: 100,
  maxUnfinishedBodyBytes: 8 * 1024 ** 2,
};

Object.assign(CONNECTION_LIMITS, SHORT);
