import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config, OperatorEnvironment } from '../platform/config/config.ts';
import { type Context, openContext } from '../platform/context.ts';
import { type Db, openDatabase } from '../platform/db/open.ts';
import { reachShared } from '../platform/db/running.ts';
import { createLog } from '../platform/log/log.ts';

/** The options and arguments that a command was called with. */
export interface CommandInput {
  /** Empty for a command without an argument. */
  readonly argument: string;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly environment: OperatorEnvironment;
}

/** The result of a command that ended as planned, but whose exit code tells more. */
export interface CommandResult {
  readonly output: string;
  readonly exitCode: number;
}

/** A command for operators, on the server's database. */
export interface OperatorCommand {
  /** As it is called: its name in lower case, its argument if it takes one, and its options. */
  readonly usage: string;
  readonly purpose: string;
  readonly options: ParseArgsOptionsConfig;
  /** Runs it and returns what it did. Throws `StartupError`. */
  readonly run: (config: Config, input: CommandInput) => Promise<string | CommandResult>;
}

type Run<Parts> = (
  parts: Parts,
  input: CommandInput & { readonly config: Config },
) => Promise<string | CommandResult>;

/** Runs a command on the database alone, which may be that of a running server. */
export function onDatabase(run: Run<Db>): OperatorCommand['run'] {
  return async (config, input) => {
    using directory = await reachShared(config);
    await using database = await openDatabase(config, createLog('error'), { running: directory.running });
    return await run(database.db, { ...input, config });
  };
}

/** Runs a command with everything that a server has, which may run beside it. */
export function onStore(run: Run<Context>): OperatorCommand['run'] {
  return async (config, input) => {
    await using context = await openContext({ ...config, logLevel: 'error' }, { isBesideServer: true });
    return await run(context, { ...input, config });
  };
}
