import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

/** Runs the tests of a folder of `test/` with these options of Vitest and variables, and returns the exit code. */
export async function runSystemTests(
  folder: string,
  options: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  const command = [VITEST, 'run', '--config', 'test/system.config.ts', `test/${folder}/`, ...options];
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
