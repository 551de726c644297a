import type { Pool } from 'pg';
import { z } from 'zod';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { openDatabaseClock } from '../platform/db/clock.ts';
import { SERVER_CONNECTIONS, WORKER_CONNECTIONS } from '../platform/db/pools.ts';
import { reachDatabase } from '../platform/db/reach.ts';
import { createLog } from '../platform/log/log.ts';
import { configureMail } from '../platform/mail/mail-configuration.ts';
import { readMailConfiguration } from '../platform/read-mail-configuration.ts';
import { findSecret } from '../platform/secrets/secret.ts';
import type { CommandResult, OperatorCommand } from './command.ts';
import {
  type CheckResult,
  type DoctorCheck,
  describeResults,
  exitCodeOf,
  runChecks,
} from './doctor/check.ts';
import { contentCheck } from './doctor/content-check.ts';
import { databaseChecks } from './doctor/database-checks.ts';
import { mailCheck } from './doctor/mail-check.ts';
import type { DoctorParts } from './doctor/parts.ts';
import { storageChecks } from './doctor/storage-checks.ts';
import { webChecks } from './doctor/web-checks.ts';

export const doctorCommand: OperatorCommand = {
  usage: 'doctor [--json] [--files] [--send-to EMAIL]',
  purpose: 'check everything that the store depends on; --files reads every stored file',
  options: { json: { type: 'boolean' }, files: { type: 'boolean' }, 'send-to': { type: 'string' } },
  run: async (config, { options }) => {
    const sendTo = readRecipient(options['send-to']);
    const results = await examine(config, { sendTo, readsFiles: options.files === true });
    return doctorResult(results, options.json === true);
  },
};

function readRecipient(sendTo: string | boolean | undefined): string | null {
  if (typeof sendTo !== 'string') return null;
  if (z.email().safeParse(sendTo).success) return sendTo;
  throw new StartupError(`"${sendTo}" isn’t an email address.`);
}

function doctorResult(results: readonly CheckResult[], isJson: boolean): CommandResult {
  const exitCode = exitCodeOf(results);
  return {
    exitCode,
    output: isJson ? JSON.stringify({ checks: results }, null, 2) : describeResults(results),
  };
}

interface Examination {
  /** The address for a test message; null for none. */
  readonly sendTo: string | null;
  /** True to read every stored file. */
  readonly readsFiles: boolean;
}

async function examine(config: Config, { sendTo, readsFiles }: Examination): Promise<CheckResult[]> {
  await using opening = new AsyncDisposableStack();
  const secret = await findSecret(config).catch(() => null);
  const withoutDatabase = () => configureMail(config, { stored: null, storeName: 'Quayside' });
  const log = createLog('silent');
  const checks = await reachDatabase(config, log).then(
    async (reached): Promise<DoctorCheck[]> => {
      const database = opening.use(reached);
      const clock = opening.use(await openDatabaseClock(database.pool, log));
      const serversAt = await findServers(database.pool);
      const parts = { config, database, clock: clock.now, serversAt };
      const configuration = () =>
        readMailConfiguration({ config, db: database.db }).catch(() => withoutDatabase());
      const mail = mailCheck({ configuration, secret }, sendTo);
      const content = contentCheck(parts, { log, readsFiles });
      return [...databaseChecks(parts), ...storageChecks(parts), content, ...webChecks(parts), mail];
    },
    // Without the database, nothing else can be compared with it.
    (error: unknown): DoctorCheck[] => [
      { name: 'database', run: () => Promise.reject(error) },
      mailCheck({ configuration: withoutDatabase, secret }, sendTo),
    ],
  );
  return await runChecks(checks);
}

/** Finds servers by their connections: those of this machine come from the same address as ours. */
async function findServers(pool: Pool): Promise<DoctorParts['serversAt']> {
  const { rows } = await pool.query<{ is_here: boolean }>(
    `SELECT DISTINCT client_addr IS NOT DISTINCT FROM inet_client_addr() AS is_here FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE $1 AND application_name NOT LIKE $2`,
    [SERVER_CONNECTIONS, WORKER_CONNECTIONS],
  );
  if (rows.length === 0) return null;
  return rows.some((row) => row.is_here) ? 'this machine' : 'other machines';
}
