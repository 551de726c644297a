import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentOf } from '#test/support/operator-command.ts';
import { programArguments } from '#test/support/programs.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import type { CheckResult } from './doctor/check.ts';

const run = promisify(execFile);

let folder: string;
let certificate: string;
let server: TestServer;
let proxy: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-certificates-'));
  certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ');
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await run('openssl', [...kind, ...names, '-keyout', key, '-out', certificate]);
  const [cert, privateKey] = await Promise.all([readFile(certificate), readFile(key)]);
  proxy = createServer({ cert, key: privateKey }, (incoming, outgoing) => {
    incoming.resume();
    outgoing.writeHead(404).end();
  });
  await once(proxy.listen(0, 'localhost'), 'listening');
  server = await startTestServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  proxy.closeAllConnections();
  proxy.close();
  await rm(folder, { recursive: true });
});

/** Runs `doctor` for a store behind a proxy with a certificate of its own, with an environment file. */
async function checkAddress(lines: string) {
  const file = join(folder, 'quayside.env');
  const { port } = proxy.address() as AddressInfo;
  await writeFile(file, `PUBLIC_URL=https://localhost:${port}/\nBASE_PATH=/\n${lines}\n`);
  const { PUBLIC_URL: _, ...env } = environmentOf(server.context);
  const args = [`--env-file=${file}`, ...programArguments('admin'), 'doctor', '--json'];
  const { stdout, stderr } = await run(process.execPath, args, { env }).catch(
    (error: Error & { stdout: string; stderr: string }) => error,
  );
  const { checks } = JSON.parse(stdout) as { checks: CheckResult[] };
  return { message: checks.find(({ name }) => name === 'address')?.message ?? '', stderr };
}

test('an environment file’s NODE_EXTRA_CA_CERTS counts for operators’ commands', async () => {
  expect((await checkAddress('')).message).toContain('self-signed certificate');
  const trusted = await checkAddress(`NODE_EXTRA_CA_CERTS=${certificate}`);
  expect(trusted.message).not.toBe('');
  expect(trusted.message).not.toContain('certificate');
  expect(trusted.stderr).toBe('');
});

test.each([
  ['missing.pem', /can’t be read: ENOENT/],
  ['key.pem', /has no certificate in PEM/],
])('certificates that can’t be used are named: %s', async (name, problem) => {
  const { message, stderr } = await checkAddress(`NODE_EXTRA_CA_CERTS=${join(folder, name)}`);
  expect(message).toContain('self-signed certificate');
  expect(stderr).toMatch(problem);
});
