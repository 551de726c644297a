import { DATA_AGE_HEADER, DATA_AGE_TOLERANCE_MS, type LiveEvents } from '#shared/live-events.ts';
import type { Auth } from './auth.ts';
import { readEventStream, type StreamEvent } from './event-stream.ts';

/** The server sends a heartbeat every 20 s; a connection that is silent for this long counts as lost. */
const SILENCE_MS = 65_000;

/**
 * The first pause before reconnecting, in milliseconds: longer than a server takes to start. It doubles each time.
 */
const FIRST_WAIT_MS = 4_000;
const MAX_WAIT_MS = 60_000;

/** Interval of refetching what is shown while the stream is down, in milliseconds. */
const DOWN_POLL_MS = 15_000;

/** Called for each event. */
export type LiveListener = { readonly [Name in keyof LiveEvents]: (data: LiveEvents[Name]) => void } & {
  /** Called with the unread count that each stream starts with. */
  readonly opened: (data: LiveEvents['notification']) => void;
};

/**
 * Follows the event stream at `{base}events` while a user is signed in, the page is visible and the device online.
 * Hidden pages don't, because browsers open only six connections per server. The server first sends what changed since
 * the page opened. After a failure the stream reconnects with increasing pauses and calls `resync` for missed events;
 * while it is down, `resync` is called every 15 seconds. Returns a function to stop. Failures are not reported, because
 * all data can also be loaded otherwise.
 */
export function followLiveEvents(auth: Auth, listener: LiveListener): () => void {
  let connection = new AbortController();
  let isSignedIn = true;
  let isOpen = false;
  let wasOpen = false;
  const isWatched = () => isSignedIn && document.visibilityState === 'visible' && navigator.onLine;
  function setOpen(now: boolean) {
    isOpen = now;
    wasOpen ||= now;
  }
  function begin() {
    connection.abort();
    isOpen = false;
    connection = new AbortController();
    if (isWatched())
      void keepConnected({ auth, listener, wasOpen: () => wasOpen, setOpen, signal: connection.signal });
  }
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopWatching = auth.onAuthStateChanged((account) => {
    isSignedIn = account !== null;
    begin();
  });
  document.addEventListener('visibilitychange', begin, { signal });
  window.addEventListener('online', begin, { signal });
  window.addEventListener('offline', begin, { signal });
  const poll = setInterval(() => {
    if (!isOpen && isWatched()) listener.resync({});
  }, DOWN_POLL_MS);
  begin();
  return () => {
    clearInterval(poll);
    stopWatching();
    stopping.abort();
    connection.abort();
  };
}

interface Connecting {
  readonly auth: Auth;
  readonly listener: LiveListener;
  readonly wasOpen: () => boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly signal: AbortSignal;
}

/** Connects and reconnects until stopped, or until nobody is signed in. */
async function keepConnected({ auth, listener, wasOpen, setOpen, signal }: Connecting): Promise<void> {
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    const silence = new Alarm(SILENCE_MS);
    try {
      const stream = await open(auth, {
        dataAgeMs: wasOpen() ? null : pageAgeMs(),
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (stream === null) return;
      setOpen(true);
      if (!stream.catchesUp) listener.resync({});
      wait = FIRST_WAIT_MS;
      let isFirst = true;
      for await (const event of readEventStream(stream.body, () => silence.putOff())) {
        dispatch(event, isFirst ? { ...listener, notification: listener.opened } : listener);
        isFirst &&= event.event !== 'notification';
      }
    } catch {
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    } finally {
      silence.stop();
      // A replaced connection no longer decides if the stream is open.
      if (!signal.aborted) setOpen(false);
    }
    // Spreads the reconnections of many browsers.
    await pause(wait * (1 + Math.random() / 2), signal);
  }
}

/** Returns an upper limit of the age of all data on the page. One of the clocks may stop while the device sleeps. */
function pageAgeMs(): number {
  return Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin));
}

interface StreamOptions {
  /** The age of the oldest data that is shown; null when it is refetched anyway. */
  readonly dataAgeMs: number | null;
  readonly signal: AbortSignal;
}

interface OpenStream {
  readonly body: ReadableStream<Uint8Array>;
  /** True when the stream starts with what changed before. */
  readonly catchesUp: boolean;
}

/** Returns the open stream; null when the session is over. Throws when the server can't provide it now. */
async function open(auth: Auth, { dataAgeMs, signal }: StreamOptions): Promise<OpenStream | null> {
  const startedAt = pageAgeMs();
  const response = await auth.fetch('events', {
    ...(dataAgeMs !== null && { headers: { [DATA_AGE_HEADER]: String(dataAgeMs) } }),
    signal,
  });
  if (response.status === 401 || response.body === null) return null;
  if (!response.ok) throw new Error(`The event stream responded with status ${response.status}.`);
  const isSoon = pageAgeMs() - startedAt < DATA_AGE_TOLERANCE_MS;
  return { body: response.body, catchesUp: isSoon && response.headers.has(DATA_AGE_HEADER) };
}

function dispatch({ event, data }: StreamEvent, listener: LiveListener): void {
  if (event === 'notification' || event === 'changes' || event === 'resync') {
    listener[event](JSON.parse(data));
  }
}

/** Aborts its signal after a time, unless it is reset. */
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

/** Waits for a time in milliseconds, or until stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
