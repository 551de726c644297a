import { sql } from 'drizzle-orm';
import { emit } from '../events/emit.ts';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { openDatabase, type Tx } from '../platform/db/open.ts';
import { authSessions, knownOrigins } from '../platform/db/tables/identity.ts';
import { changeSecret, openSecret } from '../platform/installation.ts';
import { createLog } from '../platform/log/log.ts';
import { lockDataDirectory } from '../platform/process/data-lock.ts';
import { adoptNextSecret, createNextSecret, earlierSecretFile } from '../platform/secrets/secret.ts';
import type { OperatorCommand } from './command.ts';

export const rekeyCommand: OperatorCommand = {
  usage: 'rekey',
  purpose: 'change the store’s secret and encrypt everything with the new one',
  options: {},
  run: (config, { environment }) => rekey(config, environment.newSecret),
};

const MIN_SECRET_LENGTH = 32;

/**
 * Changes the secret while no server runs. It may be killed at any moment: until the transaction ends the earlier secret
 * is the right one, and afterwards every start finds the new one.
 */
async function rekey(config: Config, newSecret: string | null): Promise<string> {
  requireNewSecret(config, newSecret);
  const log = createLog('error');
  using _ = await lockDataDirectory(config.dataDir);
  await using database = await openDatabase(config, log);
  const { db } = database.jobs;
  const from = await openSecret({ config, db, log });
  const to = newSecret ?? (await createNextSecret(config));
  process.stdout.write('Encrypting everything with the new secret…\n');
  const { changed, unreadable } = await db.transaction(async (tx) => {
    const result = await changeSecret(tx, { from, to, log });
    await assertUnused(tx);
    // Their cookies and hashes were made with the earlier secret.
    await tx.delete(authSessions);
    await tx.delete(knownOrigins);
    const details = { reencrypted: result.changed, by: 'operator' } as const;
    await emit(tx, { by: null, name: 'settings.secret-changed', details });
    return result;
  });
  if (newSecret === null) await adoptNextSecret(config);
  return [
    `The store has a new secret: ${changed} ${changed === 1 ? 'value was' : 'values were'} encrypted with it.`,
    ...(unreadable > 0 ? [`${unreadable} couldn’t be decrypted before either and stayed as they are.`] : []),
    newSecret === null
      ? `The earlier one is in ${earlierSecretFile(config)}: backups from before need it. Other servers need the new file "secret" too.`
      : 'Set SECRET to the value of NEW_SECRET on every server before it starts. Backups from before need the earlier one.',
    'Everyone is signed out, links in earlier emails don’t work any more, and staged rollouts reach other devices.',
  ].join('\n');
}

/** A secret in a variable can't be changed from here, so that the operator has to know the next one before. */
function requireNewSecret({ secret }: Config, newSecret: string | null): void {
  if (secret === null && newSecret !== null) {
    throw new StartupError(
      'NEW_SECRET is set, but SECRET isn’t. Remove NEW_SECRET: the secret is in DATA_DIR, and the new one will be too.',
    );
  }
  if (secret === null) return;
  if (newSecret === null) {
    throw new StartupError(
      'SECRET is set, so choose the new secret yourself: keep it in a safe place (openssl rand -hex 32), and run this again with it in NEW_SECRET and the current one in SECRET.',
    );
  }
  if (newSecret.length < MIN_SECRET_LENGTH || newSecret === secret) {
    throw new StartupError(
      `NEW_SECRET must differ from SECRET and have at least ${MIN_SECRET_LENGTH} random characters (openssl rand -hex 32).`,
    );
  }
}

/**
 * Throws `StartupError` when servers or other commands are connected. Those that come later wait for this transaction
 * before they read the secret. Connections for calls don't count: this command has some too, and who uses the secret has
 * others.
 */
async function assertUnused(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ address: string | null }>(sql`
    SELECT DISTINCT coalesce(host(client_addr), 'this machine') AS address FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND application_name LIKE 'quayside%' AND application_name NOT LIKE 'quayside calls %'`);
  if (rows.length === 0) return;
  const where = rows.map(({ address }) => address).join(', ');
  throw new StartupError(
    `A Quayside server or another command is using this database (from ${where}). Stop every server first, and wait for commands such as backup: they would go on with the earlier secret. Nothing was changed.`,
  );
}
