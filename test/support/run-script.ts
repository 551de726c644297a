import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndedCommand } from './operator-command.ts';
import type { Environment } from './server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;

/** Returns the variables of a shell, without those of the test run, with others. */
function shellEnvironment(env: Environment): NodeJS.ProcessEnv {
  const { PATH = '', HOME = tmpdir() } = process.env;
  return { PATH, HOME, TMPDIR: tmpdir(), ...env };
}

/** Runs a script of the package to its end, with these arguments and variables. */
export function runScript(
  name: string,
  args: readonly string[] = [],
  env: Environment = {},
): Promise<EndedCommand> {
  const command = ['run', '-s', name, '--', ...args];
  return runProgram('npm', command, { cwd: ROOT, env: shellEnvironment(env) });
}

/** Runs a script of a copy of the repository to its end. */
export function runScriptIn(
  folder: string,
  name: string,
  args: readonly string[] = [],
): Promise<EndedCommand> {
  const command = ['run', '-s', name, '--', ...args];
  return runProgram('npm', command, { cwd: folder, env: shellEnvironment({}) });
}

/** Starts a script of the package, with these variables. The process is npm's. */
export function spawnScript(name: string, env: Environment): ChildProcess {
  return spawn('npm', ['run', '-s', name], { cwd: ROOT, env: shellEnvironment(env), stdio: 'pipe' });
}

/** Runs a program of the repository to its end, with only these variables. */
export function runNode(args: readonly string[], env: Environment): Promise<EndedCommand> {
  return runProgram(process.execPath, args, { cwd: ROOT, env: { ...env } });
}

function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<EndedCommand> {
  return new Promise((resolve) => {
    execFile(program, args, { ...options, maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? Number.NaN);
      resolve({ code, stdout, stderr });
    });
  });
}
