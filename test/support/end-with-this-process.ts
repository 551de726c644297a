import { spawn } from 'node:child_process';

/**
 * Removes a directory, and stops the PostgreSQL in it, when this process ends. Also a killed test run must leave neither
 * behind: this shell notices when its input closes.
 */
export function endWithThisProcess(directory: string): void {
  const script = 'read -r _; kill -INT "$(head -n 1 "$0/postgresql/postmaster.pid")" && sleep 1; rm -rf "$0"';
  const shell = spawn('/bin/sh', ['-c', script, directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  shell.stdin.on('error', () => {});
  (shell.stdin as unknown as { unref(): void }).unref();
}
