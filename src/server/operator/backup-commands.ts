import { resolve } from 'node:path';
import { isDatabaseUrl } from '../platform/config/database-config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { backUp } from './backup/back-up.ts';
import { moveDatabase } from './backup/move-database.ts';
import { restoreBackup } from './backup/restore.ts';
import type { OperatorCommand } from './command.ts';
import { readLine } from './read-line.ts';

/** Commands that copy the whole store. */
export const BACKUP_COMMANDS: readonly OperatorCommand[] = [
  {
    usage: 'backup DIR [--keep N]',
    purpose: 'back up database, files and secret, also while Quayside runs',
    options: { keep: { type: 'string' } },
    run: (config, { argument, options, environment }) =>
      backUp(config, {
        directory: resolve(environment.directory, argument),
        keep: typeof options.keep === 'string' ? readKeep(options.keep) : null,
      }),
  },
  {
    usage: 'restore DIR [--replace] [--dry-run]',
    purpose: 'restore the newest backup in a folder, or one by its name, after checking it',
    options: { replace: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
    run: (config, { argument, options, environment }) =>
      restoreBackup(config, {
        path: resolve(environment.directory, argument),
        isReplacing: options.replace === true,
        isDryRun: options['dry-run'] === true,
        ask: readLine,
      }),
  },
  {
    usage: 'move-database external|embedded',
    purpose: 'copy the stopped store’s database to the one of NEW_DATABASE_URL, or to the embedded one',
    options: {},
    run: (config, { argument, environment }) =>
      moveDatabase(config, readTarget(argument, environment.newDatabaseUrl)),
  },
];

/** Returns the address to copy to; null for the embedded database. Its password is never printed. */
function readTarget(kind: string, newUrl: string | null): string | null {
  if (kind === 'embedded') return null;
  if (kind !== 'external') {
    throw new StartupError(
      'Say where the database moves to: external, with its address in NEW_DATABASE_URL, or embedded.',
    );
  }
  if (newUrl !== null && isDatabaseUrl(newUrl)) return newUrl;
  throw new StartupError(
    `NEW_DATABASE_URL ${newUrl === null ? 'isn’t set' : 'isn’t a PostgreSQL URL'}. Set it to one such as postgresql://user:password@host:5432/quayside.`,
  );
}

function readKeep(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new StartupError(`--keep is "${text}". Give the number of backups to keep, such as 7.`);
}
