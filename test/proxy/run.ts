import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/* `npm run test:proxy`: tests the example configuration of nginx with a server behind it. */

/** Debian's package of each program, and arguments with which it succeeds when it is installed. */
const PROGRAMS = {
  nginx: { package: 'nginx-light', probe: ['-v'] },
  openssl: { package: 'openssl', probe: ['version'] },
} as const;

const missing = Object.entries(PROGRAMS).filter(([name, { probe }]) => spawnSync(name, probe).status !== 0);
for (const [name, program] of missing) {
  process.stderr.write(`${name} is missing. On Debian: apt-get install ${program.package}\n`);
}
process.exitCode = missing.length > 0 ? 1 : await runTests();

async function runTests(): Promise<number> {
  const config = fileURLToPath(new URL('./vitest.config.ts', import.meta.url));
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
