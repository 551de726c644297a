import type { Lock, Locker, RequestRelease } from '@tus/server';
import type { Context } from '../../platform/context.ts';
import { lockUpload, type UploadLock, unlockUpload, uploadLocked } from './lock.ts';

interface WaitingRequest {
  readonly requestRelease: RequestRelease;
  readonly start: () => void;
  readonly giveUp: () => void;
}

interface Holder {
  /** Asks the request that holds the upload to stop. */
  readonly requestRelease: RequestRelease;
  /** The request that gets the upload next. */
  next: WaitingRequest | null;
}

type LockerContext = Pick<Context, 'db' | 'log' | 'stopping'>;

interface RequestLocker extends Locker {
  /** Asks every request that holds an upload to stop. */
  interruptAll(): void;
}

/**
 * Lets one request at a time read or write an upload, across all servers. On this server a new request asks
 * the previous one to stop; while another server holds the upload the request is rejected with `aborted`.
 */
export class UploadLocker implements Locker {
  readonly #context: LockerContext;
  readonly #requestLocker: RequestLocker = createRequestLocker();
  readonly #locks = new Map<string, UploadLock>();

  constructor(context: LockerContext) {
    this.#context = context;
    // Received bytes are stored and unlocked before the stop continues, so the client can resume at the next
    // server at once.
    context.stopping.signal.addEventListener('abort', this.#requestLocker.interruptAll);
  }

  newLock(id: string): Lock {
    const requestLock = this.#requestLocker.newLock(id);
    return {
      lock: async (signal, requestRelease) => {
        await requestLock.lock(signal, requestRelease);
        try {
          await this.#lock(id);
        } catch (error) {
          await requestLock.unlock();
          throw error;
        }
      },
      unlock: async () => {
        await this.#unlock(id);
        await requestLock.unlock();
      },
    };
  }

  /** Returns the lock on an upload held by a request of this server. */
  lockOf(id: string): UploadLock {
    const lock = this.#locks.get(id);
    if (!lock) throw new Error(`no request has locked the upload ${id}`);
    return lock;
  }

  async #lock(id: string): Promise<void> {
    const lock = await lockUpload(this.#context.db, id);
    if (!lock) throw uploadLocked();
    this.#locks.set(id, lock);
  }

  /** The bytes are stored whether or not this succeeds: otherwise the lock expires. */
  async #unlock(id: string): Promise<void> {
    const { db, log } = this.#context;
    const lock = this.lockOf(id);
    this.#locks.delete(id);
    await unlockUpload(db, lock).catch((error) => log.warn({ err: error }, 'failed to unlock an upload'));
  }
}

/**
 * Lets one request of this server at a time read or write an upload. A new request asks the previous one to
 * stop, because a client that lost its connection may return before the server notices. When several wait,
 * the last one is next, and the others are rejected with `aborted`. Unlike the library's own locker, it does
 * not poll.
 */
export function createRequestLocker(): RequestLocker {
  const holders = new Map<string, Holder>();

  async function lock(id: string, signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const holder = holders.get(id);
    if (!holder) {
      holders.set(id, { requestRelease, next: null });
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { requestRelease, start: resolve, giveUp: () => reject(uploadLocked()) };
    holder.next?.giveUp();
    holder.next = waiting;
    const leave = () => {
      if (holder.next === waiting) holder.next = null;
      waiting.giveUp();
    };
    signal.addEventListener('abort', leave, { once: true });
    void holder.requestRelease();
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  function unlock(id: string): void {
    const next = holders.get(id)?.next;
    if (!next) {
      holders.delete(id);
      return;
    }
    holders.set(id, { requestRelease: next.requestRelease, next: null });
    next.start();
  }

  return {
    newLock: (id): Lock => ({
      lock: (signal, requestRelease) => lock(id, signal, requestRelease),
      unlock: async () => unlock(id),
    }),
    interruptAll: () => {
      for (const { requestRelease } of holders.values()) void requestRelease();
    },
  };
}
