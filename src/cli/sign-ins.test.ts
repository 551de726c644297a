import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '#test/support/free-port.ts';
import type { Tools } from './command.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { readSignIns, writeSignIn } from './sign-ins.ts';
import { connectStore } from './store.ts';

const EARLIER = 'qs_EARLIERTOKEN';
const NOT_FOUND = { error: { status: 'NOT_FOUND', message: 'Gone.' } };
const STARTED = {
  result: {
    deviceCode: 'device',
    userCode: 'BBBB-BBBB',
    completeUrl: 'http://store.example/',
    expiresAt: '2026-01-01T00:00:00.000Z',
    intervalSeconds: 0,
  },
};
const GRANTED = {
  result: {
    intervalSeconds: 0,
    granted: {
      secret: 'qs_NEW',
      token: { expiresAt: null, appIds: null, scopes: ['read'] },
      user: { name: 'Robin', email: 'robin@example.org' },
    },
  },
};

/** The responses of the store, by the calls. */
let responses: Readonly<Record<string, object>> = {};
const store = createServer((request, response) => {
  const body = responses[request.url?.split('/').at(-1) ?? ''] ?? NOT_FOUND;
  response.statusCode = 'error' in body ? 404 : 200;
  response.end(JSON.stringify(body));
});
let url: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-sign-ins-'));
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}/`;
  await once(store.listen(port, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  store.closeAllConnections();
  store.close();
  await rm(folder, { recursive: true });
});

const variables = () => ({ XDG_CONFIG_HOME: folder });
const storedToken = (of = url) => readSignIns(variables()).stores[of]?.token;

/** Returns the tools of a command, and the steps that it shows. */
function open(address = url) {
  const steps: string[] = [];
  const tools: Tools = {
    store: () => connectStore(address, null),
    publicStore: () => connectStore(address, null),
    variables: variables(),
    storeUrl: address,
    progress: (step) => steps.push(step),
  };
  return { tools, steps };
}

test('a sign-in succeeds when the earlier token can’t be revoked, and names it', async () => {
  writeSignIn(variables(), url, { token: EARLIER, user: 'Robin' });
  responses = { 'deviceAuthorizations.start': STARTED, 'deviceAuthorizations.poll': GRANTED };
  const { tools, steps } = open();
  const { text } = await login.run(['--no-browser'], () => tools, undefined);
  expect(text).toContain('Signed in');
  expect(storedToken()).toBe('qs_NEW');
  expect(steps.at(-1)).toContain('the earlier token, which starts with qs_EARL…, wasn’t revoked: Gone.');
});

test('a code that is gone may have been used: the error says which token to revoke', async () => {
  writeSignIn(variables(), url, { token: EARLIER, user: 'Robin' });
  responses = { 'deviceAuthorizations.start': STARTED };
  const { tools } = open();
  await expect(login.run(['--no-browser'], () => tools, undefined)).rejects.toThrow(
    'expired or was already used. If the store’s API page lists a new token that you don’t have, revoke it.',
  );
  expect(storedToken()).toBe(EARLIER);
});

test('a sign-out deletes the token even if the store can’t be reached or rejects it', async () => {
  responses = {};
  const unreachable = `http://127.0.0.1:${await findFreePort()}/`;
  for (const address of [url, unreachable]) {
    writeSignIn(variables(), address, { token: EARLIER, user: 'Robin' });
    const { tools } = open(address);
    await expect(logout.run([], () => tools, undefined)).rejects.toThrow(
      /Signed out on this computer, but the token, which starts with qs_EARL…, wasn’t revoked: (Gone|The store can’t be reached)/,
    );
    expect(storedToken(address)).toBeUndefined();
  }
});
