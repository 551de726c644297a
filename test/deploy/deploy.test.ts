import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'quayside-deploy-'));
afterAll(() => rm(folder, { recursive: true }));

const pathOf = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));

/** Copies an example with a part replaced that this machine doesn't have; returns the path of the copy. */
async function copyWith(name: string, part: RegExp, instead: string): Promise<string> {
  const copy = join(folder, name);
  const text = await readFile(pathOf(name), 'utf8');
  expect(text).toMatch(part);
  await writeFile(copy, text.replaceAll(part, instead), { mode: 0o644 });
  return copy;
}

test.each(['quayside.service', 'quayside-worker.service'])('systemd understands %s', async (name) => {
  const unit = await copyWith(name, /\/opt\/\S+/g, process.execPath);
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', unit]);
  expect(stdout + stderr).toBe('');
});

test('Caddy understands its example', async () => {
  const validated = run('caddy', ['validate', '--adapter', 'caddyfile', '--config', pathOf('Caddyfile')]);
  await expect(validated).resolves.toBeDefined();
});

test('logrotate understands its example', async () => {
  const config = await copyWith('logrotate', /su quayside quayside/g, 'su root root');
  const { stderr } = await run('logrotate', ['--debug', '--state', join(folder, 'state'), config]);
  expect(stderr).not.toMatch(/^error:/m);
});

test('fail2ban finds the address of a failed sign-in', async () => {
  const line = JSON.stringify({
    level: 'warn',
    time: new Date().toISOString(),
    requestId: 'x',
    address: '203.0.113.7',
    path: '/quayside/auth/sign-in/email',
    status: 401,
    reason: 'INVALID_EMAIL_OR_PASSWORD',
    msg: 'sign-in failed',
  });
  const { stdout } = await run('fail2ban-regex', [line, pathOf('fail2ban/filter.conf')]);
  expect(stdout).toContain('1 matched');
});
