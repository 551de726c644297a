import type { ConfigVariables } from './storage-config.ts';

export interface DatabaseConfig {
  /** Null to run the embedded PostgreSQL under `DATA_DIR`. */
  readonly databaseUrl: string | null;
  /** A streaming replica of `databaseUrl` for reads; null to read everything there. */
  readonly databaseReplicaUrl: string | null;
}

/** Reads `DATABASE_URL` and `DATABASE_REPLICA_URL`. */
export function readDatabaseConfig({ value, reject }: ConfigVariables): DatabaseConfig {
  const databaseUrl = value('DATABASE_URL');
  return {
    databaseUrl: readDatabaseUrl(databaseUrl, reject),
    databaseReplicaUrl: readReplicaUrl(value('DATABASE_REPLICA_URL'), databaseUrl, reject),
  };
}

type Reject = ConfigVariables['reject'];

/** Returns true for a PostgreSQL URL, also as libpq has it for a socket: user@/database?host=/directory. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text.replace('@/', '@localhost/'));
}

function readDatabaseUrl(text: string | null, reject: Reject): string | null {
  if (text === null || isDatabaseUrl(text)) return text;
  reject(
    'DATABASE_URL isn’t a PostgreSQL URL. Use one such as postgresql://user:password@host:5432/quayside, or leave it unset to use the embedded database.',
  );
  return null;
}

function readReplicaUrl(url: string | null, primary: string | null, reject: Reject): string | null {
  if (url === null) return null;
  if (!isDatabaseUrl(url)) {
    reject(
      'DATABASE_REPLICA_URL isn’t a PostgreSQL URL. Use one such as postgresql://user:password@replica:5432/quayside, or leave it unset.',
    );
  } else if (primary === null) {
    reject('DATABASE_REPLICA_URL is set without DATABASE_URL. The embedded database has no replica.');
  } else if (url === primary) {
    reject(
      'DATABASE_REPLICA_URL is the same as DATABASE_URL. Use the address of a replica, or leave it unset.',
    );
  }
  return url;
}
