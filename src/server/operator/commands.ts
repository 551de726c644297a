import { resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { promoteToAdmin } from '../people/users/promote.ts';
import { removeSecondFactorOf } from '../people/users/remove-second-factor.ts';
import { type Config, type OperatorEnvironment, operatorEnvironment } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { type Context, openContext } from '../platform/context.ts';
import { type Db, openDatabase } from '../platform/db/open.ts';
import { createLog } from '../platform/log/log.ts';
import { lockDataDirectory } from '../platform/process/data-lock.ts';
import { exportRepository } from './export/export-repository.ts';
import { importRepository } from './import/import-repository.ts';
import { exportSigningKey } from './keys/export-key.ts';
import { importSigningKey, type KeystoreFile } from './keys/import-key.ts';
import { readPassphrase } from './passphrase.ts';

/** The options and arguments that a command was called with. */
interface Input {
  readonly argument: string;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly environment: OperatorEnvironment;
}

/** A command for operators, on the server's database. */
interface OperatorCommand {
  /** As it is called: its name in lower case, its one argument and its options. */
  readonly usage: string;
  readonly purpose: string;
  readonly options: ParseArgsOptionsConfig;
  /** Runs it and returns what it did. Throws `StartupError`. */
  readonly run: (config: Config, input: Input) => Promise<string>;
}

const COMMANDS: readonly OperatorCommand[] = [
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
    purpose: 'use the signing key of a PKCS #12 or JKS file',
    options: { alias: { type: 'string' }, replace: { type: 'boolean' } },
    run: onStore(async (context, input) => {
      const keystore = await keystoreFileOf(input, input.argument);
      return importSigningKey(context, { ...keystore, isReplacing: input.options.replace === true });
    }),
  },
];

/** Returns how the commands are called. */
export function operatorUsage(): string {
  const width = Math.max(...COMMANDS.map(({ usage }) => usage.length));
  const lines = COMMANDS.map(
    ({ usage, purpose }) => `  npm run -s admin -- ${usage.padEnd(width)}   ${purpose}`,
  );
  return [
    'Usage:',
    ...lines,
    '',
    'Passphrases are read from KEYSTORE_PASSPHRASE (and KEY_PASSPHRASE), or from standard input.',
  ].join('\n');
}

/** A command with its input, ready to run on a configuration. */
export type PreparedCommand = (config: Config) => Promise<string>;

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
    const [argument, ...rest] = positionals;
    if (!argument || rest.length > 0) return null;
    const options = values as Input['options'];
    return (config) => command.run(config, { argument, options, environment: operatorEnvironment() });
  } catch {
    return null;
  }
}

/** Returns the words by which a command is called. */
function nameOf({ usage }: OperatorCommand): string[] {
  return usage.split(' ').filter((word) => /^[a-z][a-z-]*$/.test(word));
}

function onDatabase(run: (db: Db, input: Input) => Promise<string>): OperatorCommand['run'] {
  return async (config, input) => {
    // The embedded database serves one process at a time; other databases can be shared.
    using _ = config.databaseUrl === null ? await lockDataDirectory(config.dataDir) : null;
    await using database = await openDatabase(config, createLog('error'));
    return await run(database.db, input);
  };
}

function onStore(run: (context: Context, input: Input) => Promise<string>): OperatorCommand['run'] {
  return async (config, input) => {
    await using context = await openContext({ ...config, logLevel: 'error' }, { isBesideServer: true });
    return await run(context, input);
  };
}

async function keystoreFileOf({ options, environment }: Input, file: string): Promise<KeystoreFile> {
  return {
    file: resolve(environment.directory, file),
    passphrase: await readPassphrase(environment.keystorePassphrase, process.stdin),
    ...(environment.keyPassphrase !== null && { keyPassphrase: environment.keyPassphrase }),
    ...(typeof options.alias === 'string' && { alias: options.alias }),
  };
}
