import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';
import { ensureBuild } from './ensure-build.ts';

/*
 * Starts the development servers: the server, restarted when its files change, and Vite with hot reload in
 * front of it. The ports are those of PORT and PAGE_PORT, 8080 and 5173 by default.
 */

const root = join(import.meta.dirname, '..');
const SERVER_PORT = process.env.PORT ?? '8080';
const PAGE_PORT = Number(process.env.PAGE_PORT ?? 5173);
const server = `http://127.0.0.1:${SERVER_PORT}`;
const page = `http://127.0.0.1:${PAGE_PORT}`;

/** The server accepts sign-ins only from the origin in PUBLIC_URL, which is Vite's during development. */
function startServer(): ChildProcess {
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'src/server/main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: SERVER_PORT, PUBLIC_URL: `${page}/quayside/` },
  });
}

// The server reads the built page at start, although Vite serves the page during development.
await ensureBuild();
process.env.QUAYSIDE_SERVER = server;
const vite = await createServer({ root, server: { host: '127.0.0.1', port: PAGE_PORT, strictPort: true } });
// First, so that a port in use leaves no server behind.
await vite.listen();
const child = startServer();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => child.kill('SIGTERM'));
process.stdout.write(`Open ${page}/quayside/\n`);
const [code] = await once(child, 'exit');
await vite.close();
process.exit(code ?? 0);
