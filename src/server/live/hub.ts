import type { Pool, PoolClient } from 'pg';
import type { SessionCaller } from '../auth/authenticate.ts';
import { keepSession } from '../db/session.ts';
import type { Log } from '../log.ts';
import { LIVE_CHANNEL, type LiveMessage } from './publish.ts';
import { LiveStream } from './stream.ts';

/** How often connected browsers are shown that the connection lives, and their sessions are looked at. */
const HEARTBEAT_MS = 20_000;

/** While many are being told something, counts are read once in so long. */
const RECOUNT_MS = 500;

/** People whose counts one query reads. */
const LOT = 1_000;

/** Streams that one person has at most, over all their windows and devices on this server. */
const MOST_STREAMS = 20;

/** The browsers that are connected to this process. */
export interface LiveHub extends AsyncDisposable {
  /** A stream for this caller; null when they have too many, or the server is stopping. */
  readonly open: (caller: SessionCaller) => LiveStream | null;
  /** Sends a heartbeat and ends the streams whose session is over; it does so by itself every 20 s. */
  readonly beat: () => Promise<void>;
  /** Ends all streams and takes no new ones: they would hold up the server's stop. */
  readonly endStreams: () => void;
}

/** Opens the hub, with the process's one LISTEN connection. */
export async function openLiveHub(pool: Pool, log: Log): Promise<LiveHub> {
  const streams = new Set<LiveStream>();
  let isEnding = false;
  let recounting: NodeJS.Timeout | null = null;

  const streamsOf = (uid: string) => [...streams].filter(({ caller }) => caller.uid === uid);
  const recount = async (among: readonly LiveStream[]) => {
    const uids = [...new Set(among.map(({ caller }) => caller.uid))];
    for (let start = 0; start < uids.length; start += LOT) {
      const counts = await countUnread(pool, uids.slice(start, start + LOT));
      for (const stream of among) {
        const unread = counts.get(stream.caller.uid);
        if (unread !== undefined) stream.tellUnread(unread);
      }
    }
  };
  const recountSafely = (among: readonly LiveStream[]) => {
    recount(among).catch((error: unknown) => log.warn({ err: error }, 'unread counts were not told'));
  };
  const recountAllSoon = () => {
    recounting ??= setTimeout(() => {
      recounting = null;
      recountSafely([...streams]);
    }, RECOUNT_MS);
  };

  const receive = (message: LiveMessage) => {
    if (message.about === 'unread') {
      if (message.uid === undefined) recountAllSoon();
      else recountSafely(streamsOf(message.uid));
      return;
    }
    const { about: _, ownerUid, ...version } = message;
    for (const stream of streams) {
      if (stream.caller.uid === ownerUid || stream.caller.role === 'admin') stream.tellVersion(version);
    }
  };
  const prepare = async (client: PoolClient) => {
    client.on('notification', ({ payload = '' }) => receive(JSON.parse(payload) as LiveMessage));
    await client.query(`LISTEN ${LIVE_CHANNEL}`);
    // What was told while there was no connection was not heard.
    recountAllSoon();
  };
  const session = await keepSession({ pool, log, prepare });

  const beat = async () => {
    const live = await readLiveSessions(pool, [...streams]);
    for (const stream of streams) {
      if (live.has(stream.caller.sessionId)) stream.beat();
      else stream.end();
    }
  };
  const heartbeat = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error }, 'sessions could not be looked at'));
  }, HEARTBEAT_MS);
  const endStreams = () => {
    isEnding = true;
    for (const stream of streams) stream.end();
  };

  return {
    open: (caller) => {
      if (isEnding || streamsOf(caller.uid).length >= MOST_STREAMS) return null;
      const stream = new LiveStream(caller, (gone) => streams.delete(gone));
      streams.add(stream);
      recountSafely([stream]);
      return stream;
    },
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

/** The unread notifications of each of these people. */
async function countUnread(pool: Pool, uids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query(
    `SELECT u.uid, (SELECT count(*)::int FROM notifications n
       WHERE n.user_id = u.uid AND NOT n.read AND (n.expires_at IS NULL OR n.expires_at > now())) AS count
     FROM unnest($1::text[]) AS u (uid)`,
    [uids],
  );
  return new Map(rows.map(({ uid, count }) => [uid, count]));
}

/** Which of these streams' sessions still live: not ended, and their person not suspended. */
async function readLiveSessions(pool: Pool, streams: readonly LiveStream[]): Promise<Set<string>> {
  if (streams.length === 0) return new Set();
  const { rows } = await pool.query(
    `SELECT s.id FROM auth_sessions s JOIN users u ON u.uid = s.user_id
     WHERE s.id = ANY($1::text[]) AND s.expires_at > now() AND u.suspended_at IS NULL`,
    [streams.map(({ caller }) => caller.sessionId)],
  );
  return new Set(rows.map(({ id }) => id));
}
