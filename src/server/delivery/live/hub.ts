import type { Pool, PoolClient } from 'pg';
import { LIVE_CHANNEL, type LiveMessage } from '../../events/publish-live.ts';
import type { Caller } from '../../identity/authenticate.ts';
import { keepSession } from '../../platform/db/session.ts';
import type { Log } from '../../platform/log/log.ts';
import { countUnreadOfMany } from '../notifications/count-unread.ts';
import { refreshListeners } from './listeners.ts';
import { RecentChanges } from './recent-changes.ts';
import { LiveStream } from './stream.ts';

/** Interval of heartbeats and of session checks. */
const HEARTBEAT_MS = 20_000;

/** Heartbeats between two messages that the state of the store, as free space, may have changed: a minute. */
const BEATS_PER_SYSTEM_CHANGE = 3;

/** Minimum interval between counts for everyone while a broadcast is sent. */
const RECOUNT_MS = 500;

/** Users per query of unread counts. */
const BATCH = 1_000;

/** Maximum streams per user on this server, over all windows and devices; as many for all of the user's programs. */
const MAX_STREAMS = 20;

/** Maximum streams per API token on this server. */
const MAX_TOKEN_STREAMS = 4;

/** The event streams of browsers and programs connected to this process. */
export interface LiveHub extends AsyncDisposable {
  /**
   * Opens a stream for a caller, which first sends the changes of so many milliseconds before; null when they have too
   * many, or the server is stopping.
   */
  readonly open: (caller: Caller, dataAgeMs: number) => LiveStream | null;
  /** Returns the number of open streams. */
  readonly count: () => number;
  /** Sends a heartbeat and checks all sessions and roles. Also runs every 20 s by itself. */
  readonly beat: () => Promise<void>;
  /** Ends all streams and accepts no new ones, because they would delay the server's stop. */
  readonly endStreams: () => void;
}

/** Opens the hub, with the process's one LISTEN connection. */
export async function openLiveHub(pool: Pool, log: Log): Promise<LiveHub> {
  const streams = new Set<LiveStream>();
  const recent = new RecentChanges();
  let isEnding = false;
  let beats = 0;
  let recounting: NodeJS.Timeout | null = null;

  const streamsOf = (uid: string) => [...streams].filter(({ caller }) => caller.uid === uid);
  const hasTooMany = (caller: Caller) => {
    const open = streamsOf(caller.uid).map((stream) => stream.caller);
    if (open.filter(({ via }) => via === caller.via).length >= MAX_STREAMS) return true;
    if (caller.via === 'session') return false;
    const own = open.filter((other) => other.via === 'token' && other.tokenId === caller.tokenId);
    return own.length >= MAX_TOKEN_STREAMS;
  };
  const recount = async (among: readonly LiveStream[]) => {
    const uids = [...new Set(among.map(({ caller }) => caller.uid))];
    for (let start = 0; start < uids.length; start += BATCH) {
      const counts = await countUnreadOfMany(pool, uids.slice(start, start + BATCH));
      for (const stream of among) {
        const unread = counts.get(stream.caller.uid);
        if (unread !== undefined) stream.sendUnread(unread);
      }
    }
  };
  const recountSafely = (among: readonly LiveStream[]) => {
    recount(among).catch((error: unknown) => log.warn({ err: error }, 'unread counts were not sent'));
  };
  const recountAllSoon = () => {
    recounting ??= setTimeout(() => {
      recounting = null;
      recountSafely([...streams]);
    }, RECOUNT_MS);
  };

  const recheck = (among: readonly LiveStream[]) => {
    for (const stream of among) stream.pauseChanges();
    refreshListeners(pool, among).catch((error: unknown) => {
      // Without roles nothing more may be sent. The browsers reconnect.
      for (const stream of among) stream.end();
      log.warn({ err: error }, 'event streams were ended, as their users could not be read');
    });
  };
  const receive = (message: LiveMessage) => {
    if (message.about === 'unread') {
      const uids = message.uid === undefined ? null : new Set([message.uid]);
      recent.add({ changes: { areas: ['notifications'] }, uids });
      if (message.uid === undefined) recountAllSoon();
      else recountSafely(streamsOf(message.uid));
      return;
    }
    if (message.about === 'user') return recheck(streamsOf(message.uid));
    const { about: _, uids, ...changes } = message;
    const concerned = new Set(uids);
    recent.add({ changes, uids: concerned });
    for (const stream of streams) stream.sendChanges(changes, concerned.has(stream.caller.uid));
  };
  const prepare = async (client: PoolClient) => {
    client.on('notification', ({ payload = '' }) => receive(JSON.parse(payload) as LiveMessage));
    await client.query(`LISTEN ${LIVE_CHANNEL}`);
    // Messages sent while there was no connection were missed.
    recountAllSoon();
    recheck([...streams]);
    recent.restart();
  };
  const session = await keepSession({ pool, log, prepare });

  const beat = async () => {
    await refreshListeners(pool, [...streams]);
    for (const stream of streams) stream.beat();
    beats += 1;
    if (beats % BEATS_PER_SYSTEM_CHANGE > 0) return;
    for (const stream of streams) stream.sendChanges({ areas: ['system'] }, false);
  };
  const heartbeat = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error }, 'sessions could not be checked'));
  }, HEARTBEAT_MS);
  const endStreams = () => {
    isEnding = true;
    for (const stream of streams) stream.end();
  };

  return {
    open: (caller, dataAgeMs) => {
      if (isEnding || hasTooMany(caller)) return null;
      const stream = new LiveStream(caller, {
        recent,
        missedSince: performance.now() - dataAgeMs,
        onGone: (gone) => streams.delete(gone),
      });
      streams.add(stream);
      // The first event may take long, and proxies hold the response back until something comes.
      if (caller.via === 'token') stream.beat();
      recheck([stream]);
      recountSafely([stream]);
      return stream;
    },
    count: () => streams.size,
    beat,
    endStreams,
    async [Symbol.asyncDispose]() {
      clearInterval(heartbeat);
      if (recounting) clearTimeout(recounting);
      endStreams();
      await session[Symbol.asyncDispose]();
    },
  };
}
