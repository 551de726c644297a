import type { LiveEvents } from '#shared/live-events.ts';
import type { Backend } from './backend.ts';
import { readEventStream, type StreamEvent } from './event-stream.ts';

/** The server sends a heartbeat every 20 s; a connection that is silent this long is dead. */
const SILENCE_MS = 65_000;

/** The first wait before connecting again, in milliseconds: longer than a server takes to start. It doubles each time. */
const FIRST_WAIT_MS = 4_000;
const LONGEST_WAIT_MS = 60_000;

/** What is called for each event. */
export type LiveListener = { readonly [Name in keyof LiveEvents]: (data: LiveEvents[Name]) => void };

type Parts = Pick<Backend, 'auth' | 'settings'>;

/**
 * Follows the event stream at `{base}events` while somebody is signed in, the page is visible and the device online:
 * browsers open only six connections to a server, and hidden pages would use them up. It connects again by itself,
 * waiting longer after each failure; what may have been missed meanwhile is told as `resync`. Gives the way to stop.
 * Failures are not told: everything that comes this way can be read otherwise too.
 */
export function followLiveEvents(parts: Parts, listener: LiveListener): () => void {
  let connection = new AbortController();
  function begin() {
    connection.abort();
    connection = new AbortController();
    const isWatched = document.visibilityState === 'visible' && navigator.onLine;
    if (isWatched) void follow(parts, listener, connection.signal);
  }
  const stopping = new AbortController();
  const { signal } = stopping;
  signal.addEventListener('abort', parts.auth.onAuthStateChanged(begin));
  document.addEventListener('visibilitychange', begin, { signal });
  window.addEventListener('online', begin, { signal });
  window.addEventListener('offline', begin, { signal });
  begin();
  return () => {
    stopping.abort();
    connection.abort();
  };
}

/** Connects, and connects again, until it is told to stop or nobody is signed in. */
async function follow(parts: Parts, listener: LiveListener, signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const silence = new Alarm(SILENCE_MS);
    try {
      const stream = await open(parts, AbortSignal.any([signal, silence.signal]));
      if (stream === null) return;
      if (attempt > 0) listener.resync({});
      wait = FIRST_WAIT_MS;
      for await (const event of readEventStream(stream, () => silence.putOff())) dispatch(event, listener);
    } catch {
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    } finally {
      silence.stop();
    }
    // Not everybody at the same moment.
    await pause(wait * (1 + Math.random() / 2), signal);
  }
}

/** The open stream; null when nobody is signed in any more. Throws when it cannot be had now. */
async function open({ auth, settings }: Parts, signal: AbortSignal) {
  const send = (token: string) =>
    fetch(new URL('events', settings.baseUrl), {
      headers: { Authorization: `Bearer ${token}` },
      credentials: 'omit',
      signal,
    });
  const token = await auth.getToken();
  if (token === null) return null;
  let response = await send(token);
  if (response.status === 401) {
    const fresh = await auth.renewToken(token);
    if (fresh === null) return null;
    response = await send(fresh);
    if (response.status === 401) auth.expire();
  }
  if (!response.ok) throw new Error(`The event stream was answered ${response.status}.`);
  return response.body;
}

function dispatch({ event, data }: StreamEvent, listener: LiveListener): void {
  if (event === 'notification' || event === 'version' || event === 'resync') {
    listener[event](JSON.parse(data));
  }
}

/** Aborts its signal unless it is put off for so long. */
class Alarm {
  readonly #ms: number;
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number) {
    this.#ms = ms;
    this.putOff();
  }

  putOff(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Waits so many milliseconds, or until it is told to stop. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
