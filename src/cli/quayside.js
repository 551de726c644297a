#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Starts the command with a Node that runs TypeScript: this one when it does, else the project's own. This file is
 * plain JavaScript, because the Node that somebody calls it with may be older.
 */

if (process.features.typescript) {
  await import('./main.ts');
} else {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const { status, error } = spawnSync(projectNode(), [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (error) throw error;
  process.exitCode = status ?? 1;
}

/** The program inside of the npm package `node`. */
function projectNode() {
  const manifest = createRequire(import.meta.url).resolve('node/package.json');
  return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
