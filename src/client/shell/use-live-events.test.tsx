import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCallQuery } from '#client/backend/use-call.ts';
import { DATA_AGE_HEADER } from '#shared/live-events.ts';
import { backendOf, failureOf, renderWithBackend, resultOf } from '#test/support/render-component.tsx';
import { useLiveEvents } from './use-live-events.ts';

const MINUTE_MS = 60_000;
/** The server sends a heartbeat this often. */
const HEARTBEAT_MS = 20_000;

/** The server's side of the open event stream. */
interface OpenStream {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

let requests: string[];
let streams: OpenStream[];
let isDown: boolean;
let heartbeat: ReturnType<typeof setInterval>;

function openStream(signal: AbortSignal | null): Response {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(created) {
      controller = created;
    },
  });
  const stream: OpenStream = {
    send: (text) => controller.enqueue(encoder.encode(text)),
    close: () => {
      streams = streams.filter((one) => one !== stream);
      controller.close();
    },
  };
  signal?.addEventListener('abort', () => {
    streams = streams.filter((one) => one !== stream);
    controller.error(signal.reason);
  });
  streams.push(stream);
  stream.send('event: notification\ndata: {"unread":0}\n\n');
  return new Response(body, { headers: { [DATA_AGE_HEADER]: '0' } });
}

/** Returns a backend of a signed-in user. */
async function signedInBackend() {
  const backend = backendOf(({ path, signal }) => {
    requests.push(path);
    if (path === 'auth/get-session') return Response.json({ user: { id: 'u1', email: 'ada@example.org' } });
    if (path === 'auth/token') return Response.json({ token: tokenValidFor(3_600_000) });
    if (isDown) return failureOf(503, 'UNAVAILABLE');
    return path === 'events' ? openStream(signal) : resultOf({ apps: requests.length });
  });
  await backend.auth.start();
  await backend.documents.refreshes();
  return backend;
}

function tokenValidFor(ms: number): string {
  return `header.${btoa(JSON.stringify({ exp: (Date.now() + ms) / 1000 }))}.signature`;
}

function Screen() {
  useLiveEvents();
  const { data } = useCallQuery('apps.list', { scope: 'mine' });
  return <p>{JSON.stringify(data)}</p>;
}

/** Returns the calls and streams that were requested meanwhile. */
async function advance(ms: number): Promise<{ calls: number; streams: number }> {
  requests = [];
  await act(async () => vi.advanceTimersByTimeAsync(ms));
  const count = (path: string) => requests.filter((one) => one === path).length;
  return { calls: count('us-central1/apps.list'), streams: count('events') };
}

async function goDown() {
  isDown = true;
  await act(async () => {
    for (const stream of streams) stream.close();
  });
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
  // Reconnections are spread at random.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  requests = [];
  streams = [];
  isDown = false;
  heartbeat = setInterval(() => {
    for (const stream of streams) stream.send(':\n\n');
  }, HEARTBEAT_MS);
});
afterEach(() => clearInterval(heartbeat));

async function show() {
  const backend = await signedInBackend();
  const shown = renderWithBackend(<Screen />, backend);
  await advance(1_000);
  expect(streams).toHaveLength(1);
  return shown;
}

test('nothing polls while the event stream is open', async () => {
  await show();
  expect(await advance(30 * MINUTE_MS)).toEqual({ calls: 0, streams: 0 });
});

test('what is shown is polled while the stream is down, and no more once it is back', async () => {
  await show();
  await goDown();
  // Each poll has up to two retries.
  const { calls } = await advance(MINUTE_MS);
  expect(calls).toBeGreaterThanOrEqual(4);
  expect(calls).toBeLessThanOrEqual(12);
  isDown = false;
  await advance(2 * MINUTE_MS);
  expect(streams).toHaveLength(1);
  expect(await advance(30 * MINUTE_MS)).toEqual({ calls: 0, streams: 0 });
});

test('what changed while the stream was down is there once it is back', async () => {
  await show();
  await goDown();
  await advance(5_000);
  isDown = false;
  await advance(MINUTE_MS);
  const before = screen.getByRole('paragraph').textContent;
  const [stream] = streams;
  stream?.send('event: changes\ndata: {"areas":["apps"]}\n\n');
  expect(await advance(1_000)).toEqual({ calls: 1, streams: 0 });
  expect(screen.getByRole('paragraph').textContent).not.toBe(before);
});

test('a stream without heartbeats counts as down', async () => {
  await show();
  clearInterval(heartbeat);
  const { streams: opened } = await advance(2 * MINUTE_MS);
  expect(opened).toBeGreaterThan(0);
});

test('after the screen is left nothing is requested any more', async () => {
  const { unmount } = await show();
  unmount();
  await goDown();
  expect(await advance(10 * MINUTE_MS)).toEqual({ calls: 0, streams: 0 });
});

test('a screen whose effects run twice follows one stream', async () => {
  await show();
  expect(streams).toHaveLength(1);
});
