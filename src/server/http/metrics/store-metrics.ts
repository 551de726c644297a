import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import { registerReplica } from './replica-metrics.ts';

interface StoreParts extends Pick<Context, 'pool' | 'essential' | 'jobs' | 'replica' | 'space'> {
  /** Returns the number of connected event streams. */
  readonly countStreams: () => number;
  /** Returns the state of each part of `readyz`, such as `ok`. */
  readonly readStates: () => Promise<Readonly<Record<string, string>>>;
}

/** One value of a gauge with its labels. */
interface MetricSample extends Record<string, unknown> {
  readonly metric: string;
  readonly label: string;
  readonly state: string;
  readonly value: number;
}

interface StoreGauge {
  readonly help: string;
  readonly labels: readonly string[];
}

/** Everything that is read from the database in one statement. */
const FROM_DATABASE: Readonly<Record<string, StoreGauge>> = {
  quayside_jobs: { help: 'Jobs by kind: waiting, running or failing.', labels: ['kind', 'state'] },
  quayside_jobs_oldest_seconds: { help: 'Time since which the oldest due job has waited.', labels: [] },
  quayside_outbox: {
    help: 'Messages by channel: waiting, retried, or failed in the last 7 days.',
    labels: ['channel', 'state'],
  },
  quayside_outbox_oldest_seconds: { help: 'Age of the oldest due message, by channel.', labels: ['channel'] },
  quayside_feed_age_seconds: { help: 'Time since the feed was last made, by feed.', labels: ['feed'] },
  quayside_feed_changes: { help: 'Changes that are not in the feed yet.', labels: [] },
  quayside_feed_oldest_change_seconds: {
    help: 'Time since which the oldest change has waited for a rebuild of the feed; 0 without one.',
    labels: [],
  },
  quayside_files_missing: {
    help: 'Referenced files that are missing from the storage, as far as is known.',
    labels: [],
  },
  quayside_files_damaged: { help: 'Stored files that are known to be damaged.', labels: [] },
  quayside_files_oldest_check_seconds: {
    help: 'Time since the stored file was verified that wasn’t for longest; 0 without one.',
    labels: [],
  },
  quayside_audit_problems: {
    help: 'Problems that the last verification of the audit log found.',
    labels: [],
  },
  quayside_audit_oldest_unsigned_seconds: {
    help: 'Age of the oldest entry of the audit log that no checkpoint covers; 0 without one.',
    labels: [],
  },
  quayside_storage_bytes: { help: 'Bytes of stored files, by kind.', labels: ['kind'] },
  quayside_database_bytes: { help: 'Size of the database.', labels: [] },
};

const SAMPLES = `
  SELECT 'quayside_jobs' AS metric, task_identifier AS label,
    CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN last_error IS NOT NULL THEN 'failing' ELSE 'waiting' END AS state,
    count(*)::float8 AS value
  FROM graphile_worker.jobs GROUP BY 2, 3
  UNION ALL SELECT 'quayside_jobs_oldest_seconds', '', '',
    coalesce(extract(epoch FROM now() - min(run_at)), 0)::float8
  FROM graphile_worker.jobs WHERE run_at <= now() AND locked_at IS NULL AND attempts < max_attempts
  UNION ALL SELECT 'quayside_outbox', channel,
    CASE WHEN status = 'failed' THEN 'failed' WHEN last_error IS NOT NULL THEN 'retried' ELSE 'waiting' END,
    count(*)::float8
  FROM outbox WHERE status = 'pending' OR status = 'failed' AND finished_at > now() - interval '7 days' GROUP BY 2, 3
  UNION ALL SELECT 'quayside_outbox_oldest_seconds', channel, '', extract(epoch FROM now() - min(created_at))::float8
  FROM outbox WHERE status = 'pending' AND due_at <= now() GROUP BY 2
  UNION ALL SELECT 'quayside_feed_age_seconds', name, '',
    (extract(epoch FROM now()) - timestamp / 1000.0)::float8 FROM feeds
  UNION ALL SELECT 'quayside_feed_changes', '', '', count(*)::float8 FROM feed_changes
  UNION ALL SELECT 'quayside_feed_oldest_change_seconds', '', '',
    coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8
  FROM graphile_worker.jobs
  WHERE task_identifier = 'rebuild-feeds' AND (key IS NOT NULL OR attempts < max_attempts)
    AND EXISTS (SELECT FROM feed_changes)
  UNION ALL SELECT 'quayside_files_missing', '', '', count(*)::float8 FROM file_checks WHERE problem = 'missing'
  UNION ALL SELECT 'quayside_files_damaged', '', '', count(*)::float8 FROM file_checks WHERE problem = 'damaged'
  UNION ALL SELECT 'quayside_files_oldest_check_seconds', '', '',
    coalesce(extract(epoch FROM now() - min(checked_at)), 0)::float8 FROM file_checks
  UNION ALL SELECT 'quayside_audit_problems', '', '',
    coalesce((SELECT problem_count FROM audit_verification), 0)::float8
  UNION ALL SELECT 'quayside_audit_oldest_unsigned_seconds', '', '', coalesce((
    SELECT extract(epoch FROM now() - e.at)
    FROM audit_chain c JOIN audit_events e ON e.id = c.event_id
    WHERE c.position >= coalesce((SELECT max(size) FROM audit_checkpoints), 0)
    ORDER BY c.position LIMIT 1), 0)::float8
  UNION ALL SELECT 'quayside_storage_bytes', 'packages', '', coalesce(sum(size), 0)::float8
  FROM versions WHERE file_removed_at IS NULL
  UNION ALL SELECT 'quayside_storage_bytes', 'graphics', '', coalesce(sum(size), 0)::float8
  FROM (SELECT size FROM app_graphics UNION ALL SELECT size FROM staged_graphics) AS graphics
  UNION ALL SELECT 'quayside_database_bytes', '', '', pg_database_size(current_database())::float8`;

/** Registers the state of the store. Returns the function that reads it before each response. */
export function registerStore(registry: Registry, parts: StoreParts): () => Promise<void> {
  const gauge = (name: string, { help, labels }: StoreGauge) =>
    new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
  const stored = new Map(Object.entries(FROM_DATABASE).map(([name, about]) => [name, gauge(name, about)]));
  const up = gauge('quayside_database_up', { help: '1 while the database responds.', labels: [] });
  const connections = gauge('quayside_database_connections', {
    help: 'Connections by pool: open, idle, or requests that wait for one.',
    labels: ['pool', 'state'],
  });
  const disk = gauge('quayside_disk_bytes', {
    help: 'Bytes of each file system: free or total.',
    labels: ['parts', 'state'],
  });
  const partOk = gauge('quayside_part_ok', {
    help: '1 while a part of readyz is ok, else 0.',
    labels: ['part'],
  });
  const streams = gauge('quayside_event_streams', { help: 'Connected event streams.', labels: [] });

  const readReplica = registerReplica(registry, parts.replica);

  const readDatabase = async () => {
    const samples = await readSamples(parts.jobs.pool);
    for (const each of stored.values()) each.reset();
    for (const { metric, label, state, value } of samples ?? []) {
      const labels = FROM_DATABASE[metric]?.labels ?? [];
      const values = [label, state].slice(0, labels.length);
      stored.get(metric)?.set(Object.fromEntries(labels.map((name, at) => [name, values[at] ?? ''])), value);
    }
    up.set(samples === null ? 0 : 1);
  };
  const readDisks = async () => {
    for (const { parts: on, freeBytes, totalBytes } of await parts.space.read().catch(() => [])) {
      disk.set({ parts: on.join(' '), state: 'free' }, freeBytes);
      disk.set({ parts: on.join(' '), state: 'total' }, totalBytes);
    }
  };
  const readParts = async () => {
    for (const [part, state] of Object.entries(await parts.readStates())) {
      partOk.set({ part }, state === 'ok' ? 1 : 0);
    }
  };
  return async () => {
    await Promise.all([readDatabase(), readDisks(), readParts()]);
    const pools = {
      calls: parts.pool,
      essential: parts.essential.pool,
      jobs: parts.jobs.pool,
      ...(parts.replica && { replica: parts.replica.connections.pool }),
    };
    for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      connections.set({ pool: name, state: 'open' }, totalCount);
      connections.set({ pool: name, state: 'idle' }, idleCount);
      connections.set({ pool: name, state: 'waiting' }, waitingCount);
    }
    streams.set(parts.countStreams());
    readReplica();
  };
}

/** Returns null while the database doesn't respond. */
async function readSamples(pool: Pool): Promise<MetricSample[] | null> {
  try {
    return (await pool.query<MetricSample>(SAMPLES)).rows;
  } catch {
    return null;
  }
}
