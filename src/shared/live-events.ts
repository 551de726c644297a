import type { VersionStatus } from './versions/version.ts';

/** What the event stream at `{base}events` tells (server-sent events): the `data` of each `event`, as JSON. */
export interface LiveEvents {
  /** First when the stream opens, then whenever the caller's number of unread notifications changes. */
  readonly notification: { readonly unread: number };
  /** A version of the caller's apps changed its status; admins hear of every app's. */
  readonly version: { readonly appId: string; readonly versionId: string; readonly status: VersionStatus };
  /** More versions changed than a slow reader was told: read anew what is shown. */
  readonly resync: Record<string, never>;
}
