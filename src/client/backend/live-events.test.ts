import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DATA_AGE_HEADER } from '#shared/live-events.ts';
import { createAuth } from './auth.ts';
import { followLiveEvents, type LiveListener } from './live-events.ts';

const closers: (() => void)[] = [];
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

beforeEach(() => {
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
  vi.unstubAllGlobals();
});

/** Live events of a person whose first token has expired at the server, which may send what the browser missed. */
async function follow({ catchesUp = true } = {}) {
  const streams: ServerResponse[] = [];
  const ages: unknown[] = [];
  let tokens = 0;
  const server = createServer((request, response) => {
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.url === '/auth/get-session')
      return json(200, { user: { id: 'u1', email: 'ada@example.org' } });
    if (request.url === '/auth/token') {
      tokens += 1;
      return json(200, { token: `t${tokens}` });
    }
    if (request.headers.authorization === 'Bearer t1') return json(401, {});
    streams.push(response);
    const age = request.headers[DATA_AGE_HEADER.toLowerCase()];
    ages.push(age);
    if (catchesUp && age !== undefined) response.setHeader(DATA_AGE_HEADER, age);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('event: notification\ndata: {"unread":3}\n\n');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const auth = createAuth(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await auth.start();
  const listener = {
    notification: vi.fn<LiveListener['notification']>(),
    changes: vi.fn<LiveListener['changes']>(),
    resync: vi.fn<LiveListener['resync']>(),
    opened: vi.fn<LiveListener['opened']>(),
  };
  const stop = followLiveEvents(auth, listener);
  closers.push(() => {
    stop();
    auth.close();
    server.closeAllConnections();
    server.close();
  });
  return { listener, streams, ages, tokens: () => tokens };
}

test('opens the stream with a renewed token after the server rejected the first', async () => {
  const { listener, streams, tokens } = await follow();
  await expect.poll(() => listener.opened.mock.calls).toEqual([[{ unread: 3 }]]);
  expect(tokens()).toBe(2);
  streams[0]?.write('event: notification\ndata: {"unread":4}\n\n');
  await expect.poll(() => listener.notification.mock.calls).toEqual([[{ unread: 4 }]]);
});

test('refetches nothing when the server sends what changed since the page opened', async () => {
  const { listener, ages } = await follow();
  await expect.poll(() => listener.opened.mock.calls.length).toBe(1);
  expect(ages).toEqual([expect.stringMatching(/^\d+$/)]);
  expect(Number(ages[0])).toBeGreaterThan(0);
  expect(listener.resync).not.toHaveBeenCalled();
});

test('refetches everything when the server can’t tell what changed', async () => {
  const { listener } = await follow({ catchesUp: false });
  await expect.poll(() => listener.resync.mock.calls.length).toBe(1);
});

test('reports the changed areas and the app', async () => {
  const { listener, streams } = await follow();
  await expect.poll(() => streams.length).toBe(1);
  streams[0]?.write('event: changes\ndata: {"areas":["versions"],"appId":"a1"}\n\n');
  await expect.poll(() => listener.changes.mock.calls).toEqual([[{ areas: ['versions'], appId: 'a1' }]]);
});

test('refetches everything after the page was hidden', async () => {
  const { listener, streams, ages } = await follow();
  await expect.poll(() => listener.opened.mock.calls.length).toBe(1);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => streams.length).toBe(2);
  await expect.poll(() => listener.resync.mock.calls.length).toBe(1);
  expect(ages[1]).toBeUndefined();
});

test('refetches everything repeatedly while the stream is down', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const auth = createAuth('http://127.0.0.1:1/');
  const resync = vi.fn<LiveListener['resync']>();
  const ignore = () => undefined;
  const stop = followLiveEvents(auth, { notification: ignore, changes: ignore, opened: ignore, resync });
  vi.advanceTimersByTime(45_000);
  expect(resync).toHaveBeenCalledTimes(3);
  page.visibilityState = 'hidden';
  vi.advanceTimersByTime(45_000);
  expect(resync).toHaveBeenCalledTimes(3);
  stop();
  auth.close();
  vi.useRealTimers();
});
