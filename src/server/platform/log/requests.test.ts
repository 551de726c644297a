import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { logRequests, type RequestEnv } from './requests.ts';

let lines: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line: string) => lines.push(JSON.parse(line)) });
const app = new Hono<RequestEnv>();
app.use(logRequests(log));
app.get('/fine', (c) => c.text(c.get('requestId')));
app.get('/broken', () => {
  throw new Error('broken');
});
app.onError((_error, c) => c.text('sorry', 500));
const server = createAdaptorServer({ fetch: app.fetch }) as Server;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());
beforeEach(() => {
  lines = [];
});

function request(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
}

it('assigns an id to a request, in the response and one log line', async () => {
  const response = await request('/fine?token=hunter2', { headers: { authorization: 'Bearer hunter2' } });
  const id = response.headers.get('x-request-id');
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await response.text()).toBe(id);
  expect(lines).toMatchObject([{ method: 'GET', path: '/fine', status: 200, requestId: id, msg: 'request' }]);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
});

it('keeps a safe id from the client', async () => {
  const response = await request('/fine', { headers: { 'x-request-id': 'proxy-0123456789' } });
  expect(response.headers.get('x-request-id')).toBe('proxy-0123456789');
});

it.each(['short', 'with spaces in it', '<script>alert(1)</script>', 'x'.repeat(129)])(
  'replaces the id %j',
  async (offered) => {
    const response = await request('/fine', { headers: { 'x-request-id': offered } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  },
);

it('logs failures and unknown paths too', async () => {
  expect((await request('/broken')).status).toBe(500);
  expect((await request('/nowhere')).headers.has('x-request-id')).toBe(true);
  expect(lines.map(({ status }) => status)).toEqual([500, 404]);
});
