import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program that tests run. */
interface Program {
  /** The command that installs it on Debian. */
  readonly get: string;
  /** Arguments with which it succeeds when it is installed. */
  readonly probe: readonly string[];
}

interface TestsOfPrograms {
  /** By the names of their commands. */
  readonly programs: Readonly<Record<string, Program>>;
  /** The configuration of the tests. */
  readonly config: URL;
}

/**
 * Runs tests with the arguments of this process, and sets its exit code. Fails with the commands that install
 * what is missing.
 */
export async function runWithPrograms({ programs, config }: TestsOfPrograms): Promise<void> {
  const missing = Object.entries(programs).filter(([name, { probe }]) => spawnSync(name, probe).status !== 0);
  for (const [name, { get }] of missing) process.stderr.write(`${name} is missing. On Debian: ${get}\n`);
  process.exitCode = missing.length > 0 ? 1 : await runTests(config);
}

/** Runs the tests of a configuration with these variables and arguments, and returns the exit code. */
export async function runTests(
  config: URL,
  env: NodeJS.ProcessEnv = {},
  args: readonly string[] = process.argv.slice(2),
): Promise<number> {
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', fileURLToPath(config), ...args], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
