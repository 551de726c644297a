import type { DataArea } from './data-areas.ts';

/** The request header by which a browser says how many milliseconds old the data is that it shows. */
export const DATA_AGE_HEADER = 'Quayside-Data-Age';

/** The server counts this much more, because the request takes a while; a slower one doesn't count. */
export const DATA_AGE_TOLERANCE_MS = 5_000;

/** Server-sent events at `{base}events`: the `data` of each `event`, as JSON. */
export interface LiveEvents {
  /** Sent when the stream opens, then whenever the caller's number of unread notifications changes. */
  readonly notification: { readonly unread: number };
  /** Data that the caller may see has changed. */
  readonly changes: {
    readonly areas: readonly DataArea[];
    /** The app that the data belongs to. */
    readonly appId?: string;
    /** The request that changed it: its own response named these areas too. */
    readonly requestId?: string;
  };
  /** More changed than a slow client could be sent: refetch all that is shown. */
  readonly resync: Record<string, never>;
}
