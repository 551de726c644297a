import { Counter, Gauge, type Registry } from 'prom-client';
import type { Replica } from '../../platform/db/replica.ts';

/** Registers the state of the replica. Returns the function that reads it before each response. */
export function registerReplica(registry: Registry, replica: Replica | null): () => void {
  const lag = new Gauge({
    name: 'quayside_replica_lag_seconds',
    help: 'Time since which the database replica lacks something; without a value while it is unknown.',
    registers: [registry],
  });
  const reads = new Counter({
    name: 'quayside_replica_reads_total',
    help: 'Reads that the replica may serve: on it, or on the primary and why.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return () => {
    lag.remove();
    reads.reset();
    if (!replica) return;
    if (replica.lagMs !== null) lag.set(replica.lagMs / 1_000);
    for (const [outcome, count] of Object.entries(replica.outcomes)) reads.inc({ outcome }, count);
  };
}
