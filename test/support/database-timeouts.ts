import { POOL_LIMITS } from '#server/platform/db/pools.ts';

const PRODUCTION = structuredClone(POOL_LIMITS);

/** Long enough for a loaded machine; a database that hangs still fails the test instead of blocking it. */
const PATIENT = { acquireMs: 30_000, lockMs: 30_000, statementMs: 30_000, silenceMs: 35_000 };

/** Each of the queue's workers looks for a job at once when a server starts, and would open a connection for that. */
const JOB_CONNECTIONS = 8;

/** Sets how long callers of the servers that this process starts from now on wait for the database. */
export function setDatabaseTimeouts(timeouts: 'production' | 'patient'): void {
  for (const name of ['calls', 'essential'] as const) {
    Object.assign(POOL_LIMITS[name], timeouts === 'patient' ? PATIENT : PRODUCTION[name]);
  }
  const jobs = timeouts === 'patient' ? { maxConnections: JOB_CONNECTIONS } : PRODUCTION.jobs;
  Object.assign(POOL_LIMITS.jobs, jobs);
}
