import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { startServer } from './server.ts';

const config = readConfig({ PORT: '0' });
const app = new Hono();
app.get('/quayside/slow', async (c) => {
  await sleep(300);
  return c.text('done');
});
app.get('/quayside/', (c) => c.text('here'));

it('serves at the address it names', async () => {
  await using server = await startServer({ config }, app);
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/quayside\/$/);
  expect(await (await fetch(server.url)).text()).toBe('here');
});

it('lets a running request finish, and takes no new one', async () => {
  const server = await startServer({ config }, app);
  const running = fetch(`${server.url}slow`).then((response) => response.text());
  await sleep(50);
  const started = performance.now();
  const closing = server[Symbol.asyncDispose]();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  expect(await running).toBe('done');
  await closing;
  expect(performance.now() - started).toBeLessThan(2_000);
});

it('does not wait for idle connections', async () => {
  const server = await startServer({ config }, app);
  const { port, hostname } = new URL(server.url);
  const idle = connect(Number(port), hostname);
  await once(idle, 'connect');
  await fetch(server.url);
  const started = performance.now();
  await server[Symbol.asyncDispose]();
  expect(performance.now() - started).toBeLessThan(1_000);
});

it('says that a port is taken', async () => {
  await using server = await startServer({ config }, app);
  const { port } = new URL(server.url);
  await expect(startServer({ config: { ...config, port: Number(port) } }, app)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use by another program. Stop that one, or set PORT to a free port.`,
  );
});

it('says that an address is not of this machine', async () => {
  await expect(startServer({ config: { ...config, host: '192.0.2.1' } }, app)).rejects.toThrow('Set HOST to');
});

it('answers a malformed request without harm', async () => {
  await using server = await startServer({ config }, app);
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write('NONSENSE\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('400 Bad Request');
  const { statusCode } = await new Promise<{ statusCode?: number }>((resolve) => {
    request({ host: hostname, port, path: '/quayside/%ff' }, resolve).end();
  });
  expect(statusCode).toBe(404);
});
