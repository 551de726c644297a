import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from '../../scripts/ensure-build.ts';

/*
 * `npm run test:examples`: publishes with the examples as the programs that they are for run them, and runs the documented
 * programs in other languages than the project's own; without a network.
 */

/** The command that installs each program, and arguments with which it succeeds when it is installed. */
const PROGRAMS = {
  gradle: { get: 'apt-get install gradle', probe: ['--version'] },
  fastlane: { get: 'gem install fastlane', probe: ['--version'] },
  git: { get: 'apt-get install git', probe: ['--version'] },
  curl: { get: 'apt-get install curl', probe: ['--version'] },
  jq: { get: 'apt-get install jq', probe: ['--version'] },
  python3: { get: 'apt-get install python3', probe: ['--version'] },
  rsync: { get: 'apt-get install rsync', probe: ['--version'] },
} as const;

const missing = Object.entries(PROGRAMS).filter(([name, { probe }]) => spawnSync(name, probe).status !== 0);
for (const [name, { get }] of missing) process.stderr.write(`${name} is missing. On Debian: ${get}\n`);
process.exitCode = missing.length > 0 ? 1 : await runTests();

async function runTests(): Promise<number> {
  await ensureBuild();
  const config = fileURLToPath(new URL('./vitest.config.ts', import.meta.url));
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
