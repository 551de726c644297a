import type { LiveEvents } from '#shared/live-events.ts';
import type { SessionCaller } from '../auth/authenticate.ts';

/** Versions that a reader who is behind is told of one by one; with more it is told to read anew. */
const MOST_VERSIONS = 100;

/** Heartbeats that a reader may leave unread before it counts as gone. */
const MOST_UNREAD_BEATS = 3;

const BEAT = ': heartbeat\n\n';

/**
 * The events of one connected browser. What it has not read yet is kept as a state, not as a queue: the newest count,
 * each version's newest status. So a slow reader costs the same memory as a fast one and still ends up right.
 */
export class LiveStream {
  readonly caller: SessionCaller;
  readonly body: ReadableStream<Uint8Array>;
  readonly #onGone: (stream: LiveStream) => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #unread: number | null = null;
  #toldUnread: number | null = null;
  #versions = new Map<string, LiveEvents['version']>();
  #needsResync = false;
  #unreadBeats = 0;

  /** `onGone` is called once, when either side ends the stream. */
  constructor(caller: SessionCaller, onGone: (stream: LiveStream) => void) {
    this.caller = caller;
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

  /** Tells the number of unread notifications, if it is another than was told last. */
  tellUnread(unread: number): void {
    this.#unread = unread;
    this.#flush();
  }

  tellVersion(version: LiveEvents['version']): void {
    if (this.#versions.size >= MOST_VERSIONS) {
      this.#versions.clear();
      this.#needsResync = true;
    }
    this.#versions.set(version.versionId, version);
    this.#flush();
  }

  /** Shows the reader, and everything between, that the connection lives; ends it when nobody reads. */
  beat(): void {
    if (this.#isRead()) {
      this.#unreadBeats = 0;
      this.#send(BEAT);
    } else {
      this.#unreadBeats += 1;
      if (this.#unreadBeats > MOST_UNREAD_BEATS) this.end();
    }
  }

  end(): void {
    const controller = this.#controller;
    if (!controller) return;
    this.#controller = null;
    controller.close();
    this.#onGone(this);
  }

  #isRead(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  #flush(): void {
    if (!this.#isRead()) return;
    const events: string[] = [];
    if (this.#unread !== null && this.#unread !== this.#toldUnread) {
      events.push(format('notification', { unread: this.#unread }));
      this.#toldUnread = this.#unread;
    }
    if (this.#needsResync) events.push(format('resync', {}));
    for (const version of this.#versions.values()) events.push(format('version', version));
    this.#needsResync = false;
    this.#versions.clear();
    if (events.length > 0) this.#send(events.join(''));
  }

  #send(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
function format<Name extends keyof LiveEvents>(name: Name, data: LiveEvents[Name]): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
