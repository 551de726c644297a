#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Starts the operator's commands with the project's own Node. This file is plain JavaScript, because the Node that
 * somebody calls it with may be older.
 */

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));
const manifest = createRequire(import.meta.url).resolve('node/package.json');
const node = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const before = ['../../scripts/compile-cache.ts', './platform/db/drizzle-commonjs.ts'];
const flags = before.flatMap((file) => ['--import', pathOf(file)]);
const { status, error } = spawnSync(node, [...flags, pathOf('admin-command.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
if (error) throw error;
process.exitCode = status ?? 1;
