import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { promoteToAdmin } from '../people/users/promote.ts';
import { removeSecondFactorOf } from '../people/users/remove-second-factor.ts';
import { ADMIN_COMMAND } from '../platform/config/admin-command.ts';
import { type Config, operatorEnvironment } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { EXIT_CODES } from '../platform/process/exit-codes.ts';
import { AUDIT_COMMANDS } from './audit-commands.ts';
import { BACKUP_COMMANDS } from './backup-commands.ts';
import {
  type CommandInput,
  type CommandResult,
  type OperatorCommand,
  onDatabase,
  onStore,
} from './command.ts';
import { createAdminCommand } from './create-admin.ts';
import { doctorCommand } from './doctor.ts';
import { exportRepository } from './export/export-repository.ts';
import { importRepository } from './import/import-repository.ts';
import { JOB_COMMANDS } from './jobs.ts';
import { exportSigningKey } from './keys/export-key.ts';
import { importSigningKey, type KeystoreFile } from './keys/import-key.ts';
import { migrateCommand } from './migrate.ts';
import { readPassphrase } from './read-line.ts';
import { reindexCommand } from './reindex.ts';
import { rekeyCommand } from './rekey.ts';
import { repairFilesCommand } from './repair-files.ts';
import { resetPasswordCommand } from './reset-password.ts';
import { rotateKeyCommand } from './rotate-key.ts';

const COMMANDS: readonly OperatorCommand[] = [
  ...AUDIT_COMMANDS,
  ...BACKUP_COMMANDS,
  ...JOB_COMMANDS,
  {
    usage: 'promote EMAIL',
    purpose: 'make an account an admin',
    options: {},
    run: onDatabase((db, { argument }) => promoteToAdmin(db, argument)),
  },
  {
    usage: 'remove-second-factor EMAIL',
    purpose: 'turn off two-factor authentication for an account',
    options: {},
    run: onDatabase((db, { argument }) => removeSecondFactorOf(db, argument)),
  },
  doctorCommand,
  createAdminCommand,
  resetPasswordCommand,
  migrateCommand,
  reindexCommand,
  rekeyCommand,
  repairFilesCommand,
  rotateKeyCommand,
  {
    usage: 'export fdroid DIR',
    purpose: 'write the repository as static files',
    options: {},
    run: onStore((context, { argument, environment }) =>
      exportRepository(context, resolve(environment.directory, argument)),
    ),
  },
  {
    usage: 'keys export FILE',
    purpose: 'write the repository’s signing key to a new PKCS #12 file',
    options: {},
    run: onStore(async (context, input) => {
      const { file, passphrase } = await keystoreFileOf(input, input.argument);
      return exportSigningKey(context, { file, passphrase });
    }),
  },
  {
    usage: 'import fdroid DIR|URL --owner EMAIL [--keystore FILE] [--alias NAME] [--replace] [--dry-run]',
    purpose: 'import the apps of an F-Droid repository',
    options: {
      owner: { type: 'string' },
      keystore: { type: 'string' },
      alias: { type: 'string' },
      replace: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    },
    run: onStore(async (context, input) => {
      const { argument, options, environment } = input;
      const { owner, keystore } = options;
      if (typeof owner !== 'string')
        throw new StartupError('Name the admin who gets the apps with --owner EMAIL.');
      const isAddress = /^https?:/.test(argument);
      return importRepository(context, {
        from: isAddress ? argument : resolve(environment.directory, argument),
        ownerEmail: owner,
        keystore: typeof keystore === 'string' ? await keystoreFileOf(input, keystore) : null,
        isReplacing: options.replace === true,
        isDryRun: options['dry-run'] === true,
        print: (line) => process.stdout.write(`${line}\n`),
      });
    }),
  },
  {
    usage: 'keys import FILE [--alias NAME] [--replace]',
    purpose: 'use the signing key of a PKCS #12 file',
    options: { alias: { type: 'string' }, replace: { type: 'boolean' } },
    run: onStore(async (context, input) => {
      const keystore = await keystoreFileOf(input, input.argument);
      return importSigningKey(context, { ...keystore, isReplacing: input.options.replace === true });
    }),
  },
];

/** Returns how the commands are called that begin with this word, or all commands if none does. */
export function operatorUsage(first?: string): string {
  const meant = COMMANDS.filter((command) => nameOf(command)[0] === first);
  const shown = meant.length > 0 ? meant : COMMANDS;
  const width = Math.max(...shown.map(({ usage }) => usage.length));
  const lines = shown.map(({ usage, purpose }) => `  ${ADMIN_COMMAND} ${usage.padEnd(width)}   ${purpose}`);
  return [
    'Usage:',
    ...lines,
    '',
    'Passphrases are read from KEYSTORE_PASSPHRASE, or from standard input.',
  ].join('\n');
}

/** Returns whether these arguments ask how commands are called. */
export function isHelp(args: readonly string[]): boolean {
  return args[0] === 'help' || args.some((arg) => arg === '--help' || arg === '-h');
}

/** A command with its input, ready to run on a configuration. */
export type PreparedCommand = (config: Config) => Promise<CommandResult>;

/** Finds the command that these arguments call; null when they call none as it is used. */
export function prepareCommand(args: readonly string[]): PreparedCommand | null {
  const command = COMMANDS.find((known) => nameOf(known).every((word, at) => args[at] === word));
  if (!command) return null;
  try {
    const { positionals, values } = parseArgs({
      args: args.slice(nameOf(command).length),
      options: command.options,
      allowPositionals: true,
    });
    if (positionals.length !== (takesArgument(command) ? 1 : 0) || positionals[0] === '') return null;
    const [argument = ''] = positionals;
    const options = values as CommandInput['options'];
    return async (config) => {
      const ended = await command.run(config, { argument, options, environment: operatorEnvironment() });
      return typeof ended === 'string' ? { output: ended, exitCode: EXIT_CODES.done } : ended;
    };
  } catch {
    return null;
  }
}

function takesArgument(command: OperatorCommand): boolean {
  const [next = ''] = command.usage.split(' ').slice(nameOf(command).length);
  return /^[A-Za-z]/.test(next);
}

/** Returns the words by which a command is called. */
function nameOf({ usage }: OperatorCommand): string[] {
  return usage.split(' ').filter((word) => /^[a-z][a-z-]*$/.test(word));
}

async function keystoreFileOf({ options, environment }: CommandInput, file: string): Promise<KeystoreFile> {
  return {
    file: resolve(environment.directory, file),
    passphrase: await readPassphrase(environment.keystorePassphrase),
    ...(typeof options.alias === 'string' && { alias: options.alias }),
  };
}
