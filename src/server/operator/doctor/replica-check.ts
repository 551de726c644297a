import { setTimeout as sleep } from 'node:timers/promises';
import { assertOwnConnections } from '../../platform/db/pooler.ts';
import { createPool } from '../../platform/db/pools.ts';
import { explainConnectionError, explainIdentity } from '../../platform/db/replica.ts';
import { readPrimary, readReplica } from '../../platform/db/replica-state.ts';
import { createLog } from '../../platform/log/log.ts';
import { type CheckFinding, type DoctorCheck, error, ok, warning } from './check.ts';
import type { DoctorParts } from './parts.ts';

/** Time that a replica gets to replay what the primary has. */
const REPLAY_MS = 3_000;
const INTERVAL_MS = 50;

/** Checks the replica, if there is one. */
export function replicaCheck(parts: DoctorParts): DoctorCheck[] {
  const { databaseReplicaUrl: url } = parts.config;
  return url === null ? [] : [{ name: 'replica', run: () => checkReplica(url, parts) }];
}

async function checkReplica(url: string, { database }: DoctorParts): Promise<CheckFinding> {
  const pool = createPool({ connectionString: url }, 'replica', createLog('silent'));
  try {
    await assertOwnConnections(pool, 'DATABASE_REPLICA_URL');
    const primary = await readPrimary(database.pool);
    const first = await readReplica(pool);
    const problem = explainIdentity(primary, first);
    if (problem) return error(problem, 'Correct the variable.');
    if (!first.isReplica) {
      return error(
        'The database of DATABASE_REPLICA_URL is no replica: it was promoted, or is the primary.',
        'Make it a replica again, or set the variable to another one.',
      );
    }
    const begunAt = performance.now();
    for (let state = first; (state.lsn ?? 0) < primary.lsn; state = await readReplica(pool)) {
      if (performance.now() - begunAt > REPLAY_MS) {
        return warning(
          `The replica is behind: it lacks ${primary.lsn - (state.lsn ?? 0)} bytes of the write-ahead log after ${REPLAY_MS / 1_000} s. Everything it lacks is read from the primary.`,
          'Read its log, and pg_stat_wal_receiver there and pg_stat_replication on the primary.',
        );
      }
      await sleep(INTERVAL_MS);
    }
    return ok('The replica has everything that the primary has.');
  } catch (thrown) {
    throw explainConnectionError(thrown) ?? thrown;
  } finally {
    await pool.end();
  }
}
