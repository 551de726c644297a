/** Limits on the number of connections, and on waiting for slow clients. */
export interface ConnectionLimits {
  /** Total number of connections. */
  readonly maxConnections: number;
  /** Connections without a request in progress; above this the longest idle one is closed. */
  readonly maxIdleConnections: number;
  /** Connections per network; behind a trusted proxy, requests in progress per network. */
  readonly maxPerNetwork: number;
  /** Requests that one connection may send before their responses. */
  readonly maxPipelined: number;
  readonly maxHeaders: number;
  readonly maxHeaderBytes: number;
  /** Total bytes of incomplete bodies held in memory. */
  readonly maxUnfinishedBodyBytes: number;
  /** Total bytes of unread responses held in memory. */
  readonly maxUnsentBytes: number;
  /** Maximum time for a request's header. */
  readonly headersMs: number;
  /** Maximum time for the body of a call. */
  readonly bodyMs: number;
  /** Maximum time for the body of a picture. */
  readonly pictureMs: number;
  /** Maximum pause in a body, including uploads, or in reading a response. */
  readonly stalledMs: number;
  /** Fewer body bytes than this within `stalledMs` count as a pause. */
  readonly minProgressBytes: number;
  /** Maximum idle time of a connection. */
  readonly keepAliveMs: number;
  /** Interval between checks. */
  readonly sweepMs: number;
}

/**
 * Default limits. The timeouts are those of nginx's client_body_timeout and send_timeout; idle connections
 * are kept longer than common load balancers keep them, so that the load balancer closes them first.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 4_000,
  maxIdleConnections: 1_000,
  maxPerNetwork: 200,
  maxPipelined: 8,
  maxHeaders: 200,
  maxHeaderBytes: 16 * 1024,
  maxUnfinishedBodyBytes: 256 * 1024 ** 2,
  maxUnsentBytes: 256 * 1024 ** 2,
  headersMs: 30_000,
  bodyMs: 60_000,
  pictureMs: 180_000,
  stalledMs: 60_000,
  minProgressBytes: 4 * 1024,
  keepAliveMs: 75_000,
  sweepMs: 500,
};

/** Returns true for the path of an upload, whose bytes go to a file as they arrive. */
export function isUpload(path: string): boolean {
  return /\/uploads\/[^/?]/.test(path);
}

/**
 * Returns the maximum time for the body of a request for this path; unlimited for uploads that make progress.
 */
export function bodyTimeOf(path: string, { bodyMs, pictureMs }: ConnectionLimits): number {
  if (isUpload(path)) return Number.POSITIVE_INFINITY;
  return /\/(avatars|graphics)\b/.test(path) ? pictureMs : bodyMs;
}
