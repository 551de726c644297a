import { sql } from 'drizzle-orm';
import type { DataArea } from '#shared/data-areas.ts';
import type { Db, Tx } from '../platform/db/open.ts';

/** A change that processes send each other, so that each forwards it to its connected browsers. */
export type LiveMessage =
  /** The number of unread notifications may have changed: of one user, or of all without a uid. */
  | { readonly about: 'unread'; readonly uid?: string }
  /**
   * The access of a user may have changed: by their role, a suspension, the end of a session or an API token, or an app
   * membership.
   * Sent by database triggers, so that no code that changes one of these can forget to.
   */
  | { readonly about: 'user'; readonly uid: string }
  /** Data changed. */
  | {
      readonly about: 'changes';
      readonly areas: readonly DataArea[];
      /** The users that it concerns. */
      readonly uids: readonly string[];
      /** The app that the data belongs to. */
      readonly appId?: string;
      /** The request that changed it, whose browser already knows from the response. */
      readonly requestId?: string;
    };

/** The channel of LISTEN and NOTIFY: https://www.postgresql.org/docs/18/sql-notify.html */
export const LIVE_CHANNEL = 'quayside_live';

/** Sends a message to all processes when the transaction commits. */
export async function publish(tx: Tx | Db, message: LiveMessage): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(message)})`);
}
