import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { callError } from '../input/call-error.ts';

/** Limits on images held at once, from the first byte of the file until it is decoded. */
export interface PictureLimits {
  /** Files in memory: being received, waiting, or being decoded. */
  readonly slots: number;
  readonly slotsPerAccount: number;
  /** Number of images decoded at once. */
  readonly decoders: number;
}

/** One decoder needs up to 500 MB for the largest image; 24 files take up to 192 MiB. */
const LIMITS: PictureLimits = { slots: 24, slotsPerAccount: 4, decoders: 1 };

const RETRY_AFTER_SECONDS = 5;

/** A slot for one image. */
export interface PictureSlot extends Disposable {
  /** Rejects when the slot is reassigned to an account with fewer. */
  readonly lost: Promise<never>;
  /** Runs `decode` when it is this account's turn. */
  decode<Result>(decode: () => Promise<Result>): Promise<Result>;
}

/**
 * Limits how many images are received and decoded at once. Accounts take turns, so that one that sends many
 * only delays itself. When no slot is free, the account with the most slots loses one to an account with at
 * least two fewer.
 */
export class PictureLimiter {
  readonly #limits: PictureLimits;
  readonly #slots = new Map<string, TakenSlot[]>();
  /** Waiting decodes by account; the account at the front is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #slotsTaken = 0;
  #decoding = 0;

  constructor(limits: PictureLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Takes a slot for an account's image before its file is read. Throws when there is none. */
  takeSlot(uid: string): PictureSlot {
    const mine = this.#slots.get(uid) ?? [];
    if (mine.length >= this.#limits.slotsPerAccount) {
      throw callError(
        'resource-exhausted',
        () =>
          t`You’re already uploading ${mine.length} images. Wait for them to finish, then upload the next.`,
        { reason: 'too-many-pictures', retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
    if (this.#slotsTaken >= this.#limits.slots) this.#takeFromLargest(mine.length);
    const slot = new TakenSlot(
      (decode) => this.run(uid, decode),
      () => this.#release(uid, slot),
    );
    this.#slots.set(uid, [...mine, slot]);
    this.#slotsTaken += 1;
    return slot;
  }

  /** Runs `decode` when it is this account's turn, without a time limit: for jobs, which hold no slot. */
  async run<Result>(uid: string, decode: () => Promise<Result>): Promise<Result> {
    await this.#takeTurn(uid);
    try {
      return await decode();
    } finally {
      this.#endTurn();
    }
  }

  async #takeTurn(uid: string): Promise<void> {
    if (this.#decoding < this.#limits.decoders) {
      this.#decoding += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const queue = this.#waiting.get(uid);
    if (queue) queue.push(resolve);
    else this.#waiting.set(uid, [resolve]);
    await promise;
  }

  #endTurn(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#decoding -= 1;
      return;
    }
    const [uid, queue] = first;
    const start = queue.shift();
    this.#waiting.delete(uid);
    if (queue.length > 0) this.#waiting.set(uid, queue);
    start?.();
  }

  #takeFromLargest(fewer: number): void {
    const largest = [...this.#slots.values()].reduce((a, b) => (b.length > a.length ? b : a));
    const victim = largest.findLast(({ isDecoding }) => !isDecoding);
    if (!victim || largest.length < fewer + 2) throw busyError();
    victim.lose(busyError());
  }

  #release(uid: string, slot: TakenSlot): void {
    const others = (this.#slots.get(uid) ?? []).filter((other) => other !== slot);
    if (others.length > 0) this.#slots.set(uid, others);
    else this.#slots.delete(uid);
    this.#slotsTaken -= 1;
  }
}

class TakenSlot implements PictureSlot {
  readonly lost: Promise<never>;
  readonly lose: (error: CallError) => void;
  isDecoding = false;
  #isReleased = false;
  readonly #run: <Result>(decode: () => Promise<Result>) => Promise<Result>;
  readonly #release: () => void;

  constructor(run: TakenSlot['decode'], release: () => void) {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {});
    this.lost = promise;
    this.lose = (error) => {
      reject(error);
      this[Symbol.dispose]();
    };
    this.#run = run;
    this.#release = release;
  }

  decode<Result>(decode: () => Promise<Result>): Promise<Result> {
    const turn = this.#run(async () => {
      if (this.#isReleased) throw busyError();
      this.isDecoding = true;
      return decode();
    });
    return Promise.race([turn, this.lost]);
  }

  [Symbol.dispose](): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#release();
  }
}

function busyError(): CallError {
  return callError('unavailable', () => t`Too many images are being uploaded. Try again in a few seconds.`, {
    reason: 'too-many-pictures',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
