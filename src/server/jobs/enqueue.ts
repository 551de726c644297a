import { sql } from 'drizzle-orm';
import type { Tx } from '../db/open.ts';

/** What each kind of job is told. */
export interface JobPayloads {
  'analyse-version': { versionId: string };
  'rebuild-feeds': Record<string, never>;
}

/** Adds a job inside the caller's transaction, so that it runs if and only if the action is committed. */
export async function enqueue<Name extends keyof JobPayloads>(
  tx: Tx,
  name: Name,
  payload: JobPayloads[Name],
): Promise<void> {
  await tx.execute(sql`SELECT graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json)`);
}
