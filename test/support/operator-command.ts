import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { OperatorEnvironment } from '#server/platform/config/config.ts';
import type { Context } from '#server/platform/context.ts';
import { preloadedModule, programArguments } from './programs.ts';

/** The command, with the settings of tests. */
const COMMAND = ['--import', preloadedModule('support/test-settings.ts'), ...programArguments('admin')];

/** The variables of single commands: none are set. */
export const NO_VARIABLES: OperatorEnvironment = {
  keystorePassphrase: null,
  newSecret: null,
  newDatabaseUrl: null,
  directory: '/',
};

/** The end of a process. */
export interface EndedCommand {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an operator's command in its own process, with only these variables and this standard input. */
export function runWithEnvironment(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input = '',
): Promise<EndedCommand> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [...COMMAND, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

/** Runs an operator's command on the database and the storage of a server. */
export function runOperatorCommand(
  { config, secret }: Pick<Context, 'config' | 'secret'>,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<EndedCommand> {
  return runWithEnvironment(args, { ...environmentOf({ config, secret }), ...env });
}

/** Runs an operator's command on the database and the storage of a server, with this standard input. */
export function runWithInput(
  context: Pick<Context, 'config' | 'secret'>,
  args: readonly string[],
  input: string,
): Promise<EndedCommand> {
  return runWithEnvironment(args, environmentOf(context), input);
}

/** Returns the variables with which a command uses the database and the storage of a server. */
export function environmentOf({ config, secret }: Pick<Context, 'config' | 'secret'>): NodeJS.ProcessEnv {
  return {
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? '',
    SECRET: secret,
    STORAGE_URL: `file://${join(config.dataDir, 'storage')}`,
    LOG_LEVEL: 'fatal',
  };
}

/** Runs an operator's command and kills it as soon as it has printed a text. Throws when it ends before. */
export async function killCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  text: string,
): Promise<void> {
  const child = spawn(process.execPath, [...COMMAND, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (piece: Buffer) => {
    printed += piece.toString();
    if (printed.includes(text)) child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'close');
  if (signal !== 'SIGKILL')
    throw new Error(`The command ended with ${code} before it could be killed:\n${printed}`);
}
