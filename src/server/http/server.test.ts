import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { afterEach, expect, it, vi } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { startServer } from './server.ts';

const config = readConfig({ PORT: '0' });
const log = createLog('silent');
afterEach(() => void vi.useRealTimers());

const app = new Hono();
app.get('/quayside/', (c) => c.text('here'));

it('serves at the reported address', async () => {
  await using server = await startServer({ config, log }, app);
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/quayside\/$/);
  expect(await (await fetch(server.url)).text()).toBe('here');
});

it('finishes running requests and accepts no new ones', async () => {
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = new Hono();
  slow.get('/quayside/', async (c) => {
    begun.resolve();
    await mayEnd.promise;
    return c.text('done');
  });
  const server = await startServer({ config, log }, slow);
  const running = fetch(server.url).then((response) => response.text());
  await begun.promise;
  const closing = server[Symbol.asyncDispose]();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  mayEnd.resolve();
  expect(await running).toBe('done');
  await closing;
});

it('does not wait for idle connections', async () => {
  const server = await startServer({ config, log }, app);
  const { port, hostname } = new URL(server.url);
  const idle = connect(Number(port), hostname);
  await once(idle, 'connect');
  await fetch(server.url);
  // The time after which a stop closes what is left never comes.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const closed = once(idle, 'close');
  await server[Symbol.asyncDispose]();
  expect(await closed).toEqual([false]);
});

it('explains that a port is in use', async () => {
  await using server = await startServer({ config, log }, app);
  const { port } = new URL(server.url);
  await expect(startServer({ config: { ...config, port: Number(port) }, log }, app)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is already in use. Stop the other program, or set PORT to a free port.`,
  );
});

it('explains that an address is not on this machine', async () => {
  await expect(startServer({ config: { ...config, host: '192.0.2.1' }, log }, app)).rejects.toThrow(
    'Set HOST to',
  );
});

it('responds 400 to a malformed request', async () => {
  await using server = await startServer({ config, log }, app);
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write('NONSENSE\r\n\r\n');
  const [response] = await once(socket, 'data');
  expect(String(response)).toContain('400 Bad Request');
  const { statusCode } = await new Promise<{ statusCode?: number }>((resolve) => {
    request({ host: hostname, port, path: '/quayside/%ff' }, resolve).end();
  });
  expect(statusCode).toBe(404);
});
