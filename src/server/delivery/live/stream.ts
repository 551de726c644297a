import type { CallContract } from '#shared/call.ts';
import { calls } from '#shared/calls.ts';
import { DATA_AREAS, type DataArea } from '#shared/data-areas.ts';
import type { LiveEvents } from '#shared/live-events.ts';
import type { TokenScope } from '#shared/token-scope.ts';
import type { Role } from '#shared/users/role.ts';
import { isAllowedByToken } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { RecentChanges } from './recent-changes.ts';

/** Maximum changes kept for a slow browser; beyond that it is asked to refetch everything. */
const MAX_CHANGES = 100;

/** Unread heartbeats after which a browser counts as gone. */
const MAX_UNREAD_BEATS = 3;

const BEAT = ': heartbeat\n\n';

interface StreamOptions {
  readonly recent: RecentChanges;
  /** The time of `performance.now()` since which the browser may have missed changes. */
  readonly missedSince: number;
  /** Called once, when either side ends the stream. */
  readonly onGone: (stream: LiveStream) => void;
}

/**
 * The events of one connected browser or program. Unread events are kept as a state, not as a queue: the newest count and the
 * changed areas. So a slow browser costs no more memory than a fast one and still ends up correct.
 */
export class LiveStream {
  readonly caller: Caller;
  readonly body: ReadableStream<Uint8Array>;
  /** The areas that an API token can read; null for a session, which reads all. */
  readonly #areas: ReadonlySet<DataArea> | null;
  readonly #recent: RecentChanges;
  readonly #onGone: (stream: LiveStream) => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #unread: number | null = null;
  #sentUnread: number | null = null;
  /** Changed areas by request and app. */
  #changes = new Map<string, LiveEvents['changes']>();
  #needsResync = false;
  #unreadBeats = 0;
  /** Null while it is being reloaded; the stream gets no changes until then. */
  #role: Role | null = null;
  /** The time since which changes weren't sent; null when all were. */
  #missedSince: number | null;
  #generation = 0;

  constructor(caller: Caller, { recent, missedSince, onGone }: StreamOptions) {
    this.caller = caller;
    this.#areas = caller.via === 'token' ? areasReadBy(caller.scopes) : null;
    this.#recent = recent;
    this.#missedSince = missedSince;
    this.#onGone = onGone;
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: () => this.#flush(),
      cancel: () => {
        this.#controller = null;
        onGone(this);
      },
    });
  }

  /** Sends the number of unread notifications, unless it is unchanged; programs have none. */
  sendUnread(unread: number): void {
    if (this.caller.via === 'token') return;
    this.#unread = unread;
    this.#flush();
  }

  /** Counts the pauses, so that a reload that was started before the latest pause is ignored. */
  get generation(): number {
    return this.#generation;
  }

  /** Stops sending changes, including unread ones, until the user's role is known again (`resumeChanges`). */
  pauseChanges(): void {
    this.#generation += 1;
    this.#role = null;
    this.#missedSince ??= performance.now();
    this.#needsResync ||= this.#changes.size > 0;
    this.#changes.clear();
  }

  /**
   * Continues sending changes for this role, with those that were missed. When they aren't all known, the browser is
   * asked to refetch everything.
   */
  resumeChanges(role: Role): void {
    this.#role = role;
    const missed = this.#missedSince === null ? [] : this.#recent.since(this.#missedSince);
    this.#missedSince = null;
    if (missed === null) this.#needsResync = true;
    for (const { changes, uids } of missed ?? [])
      this.sendChanges(changes, uids === null || uids.has(this.caller.uid));
    this.#flush();
  }

  /** Sends the changed areas that the user has access to; `isConcerned` when the change is about them. */
  sendChanges({ areas, ...about }: LiveEvents['changes'], isConcerned: boolean): void {
    // `resumeChanges` catches up.
    if (this.#role === null) return;
    if (!this.#mayReadApp(about.appId)) return;
    const listener = { isConcerned, isStaff: this.#role === 'admin' };
    const known = areas.filter(
      (area) => mayKnow(area, listener) && (this.#areas === null || this.#areas.has(area)),
    );
    if (known.length === 0) return;
    if (this.#changes.size >= MAX_CHANGES) {
      this.#changes.clear();
      this.#needsResync = true;
    }
    const key = `${about.requestId} ${about.appId}`;
    const waiting = this.#changes.get(key)?.areas ?? [];
    this.#changes.set(key, { areas: [...new Set([...waiting, ...known])], ...about });
    this.#flush();
  }

  /** Sends a heartbeat, which keeps the connection open; ends the stream when nobody reads it. */
  beat(): void {
    if (this.#isRead()) {
      this.#unreadBeats = 0;
      this.#send(BEAT);
    } else {
      this.#unreadBeats += 1;
      if (this.#unreadBeats > MAX_UNREAD_BEATS) this.end();
    }
  }

  end(): void {
    const controller = this.#controller;
    if (!controller) return;
    this.#controller = null;
    controller.close();
    this.#onGone(this);
  }

  /** Returns false for an app that the token is not for, and for what concerns no app when it is for some. */
  #mayReadApp(appId: string | undefined): boolean {
    if (appId !== undefined) return isAllowedByToken(this.caller, appId);
    return this.caller.via === 'session' || this.caller.appIds === null;
  }

  #isRead(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  #flush(): void {
    if (!this.#isRead()) return;
    const events: string[] = [];
    if (this.#unread !== null && this.#unread !== this.#sentUnread) {
      events.push(format('notification', { unread: this.#unread }));
      this.#sentUnread = this.#unread;
    }
    if (this.#needsResync) events.push(format('resync', {}));
    for (const changes of this.#changes.values()) events.push(format('changes', changes));
    this.#needsResync = false;
    this.#changes.clear();
    if (events.length > 0) this.#send(events.join(''));
  }

  #send(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }
}

/** Returns the areas that API tokens with these scopes can read by calls. */
function areasReadBy(scopes: readonly TokenScope[]): ReadonlySet<DataArea> {
  const contracts: readonly CallContract[] = Object.values(calls);
  const readable = contracts.filter(({ token }) => token && scopes.includes(token));
  return new Set(readable.flatMap(({ reads = [] }) => reads));
}

/** Returns true when a user may learn of changes in an area. */
function mayKnow(
  area: DataArea,
  { isConcerned, isStaff }: { isConcerned: boolean; isStaff: boolean },
): boolean {
  switch (DATA_AREAS[area]) {
    case 'everyone':
      return true;
    case 'user':
      return isConcerned;
    case 'staff':
      return isStaff;
    case 'members':
      return isConcerned || isStaff;
  }
}

/** Formats an event: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
function format<Name extends keyof LiveEvents>(name: Name, data: LiveEvents[Name]): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
