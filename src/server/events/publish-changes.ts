import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { DataArea } from '#shared/data-areas.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { appMembers, apps } from '../platform/db/tables/apps.ts';
import { LIVE_CHANNEL, type LiveMessage } from './publish-live.ts';

/** Changed data areas and the users concerned: these users, and the owner and members of the app. */
export interface DataChange {
  readonly areas: readonly DataArea[];
  readonly uids?: readonly (string | null | undefined)[];
  readonly appId?: string | undefined;
}

interface CollectingRequest {
  readonly requestId: string;
  readonly areas: Set<DataArea>;
}

const collecting = new AsyncLocalStorage<CollectingRequest>();

/** Maximum users per message, because a NOTIFY payload is limited to 8,000 bytes. */
const USERS_PER_MESSAGE = 100;

/** Runs the work of a request; returns the data areas that it changed. */
export async function collectChanges(requestId: string, work: () => Promise<void>): Promise<DataArea[]> {
  const areas = new Set<DataArea>();
  await collecting.run({ requestId, areas }, work);
  return [...areas];
}

/**
 * Publishes changed data areas when the transaction commits: to the browser that made the request by its response,
 * and to other browsers with access by their event streams.
 */
export async function publishChanges(tx: Tx | Db, { areas, uids = [], appId }: DataChange): Promise<void> {
  const request = collecting.getStore();
  for (const area of areas) request?.areas.add(area);
  const message: LiveMessage = {
    about: 'changes',
    areas,
    ...(appId !== undefined && { appId }),
    ...(request && { requestId: request.requestId }),
    // Filled in by the SQL statement.
    uids: [],
  };
  // The empty id makes a message even when no user is concerned, for store staff.
  const users = JSON.stringify(['', ...new Set(uids)].filter((id) => typeof id === 'string'));
  await tx.execute(sql`
    SELECT pg_notify(${LIVE_CHANNEL}, (${JSON.stringify(message)}::jsonb || jsonb_build_object('uids', batch.uids))::text)
    FROM (
      SELECT jsonb_agg(uid) AS uids FROM (
        SELECT uid, row_number() OVER () AS position FROM (
          SELECT jsonb_array_elements_text(${users}::jsonb) AS uid
          UNION SELECT ${apps.ownerUid} FROM ${apps} WHERE ${apps.id} = ${appId ?? ''}
          UNION SELECT ${appMembers.uid} FROM ${appMembers} WHERE ${appMembers.appId} = ${appId ?? ''}
        ) concerned
      ) numbered GROUP BY position / ${USERS_PER_MESSAGE}::int
    ) batch`);
}
