import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';
import { defineService } from '../../platform/services.ts';
import { type Download, deleteJournal, JournalFile, readJournals } from './journal-file.ts';
import { type DownloadBatch, forgetBatch, storeBatch } from './store-batch.ts';

/** Time for which downloads are collected before they are stored together. */
const COLLECTED_MS = 1_000;

type JournalContext = Pick<Context, 'config' | 'jobs' | 'log'>;

const directoryOf = ({ config }: JournalContext) => join(config.dataDir, 'downloads');

/**
 * Collects the downloads of a server and stores them together once a second, so that no request waits for the database
 * and busy apps' rows change rarely. A file has them until then: a process that is killed loses none whose first byte
 * was sent, and counts none twice.
 */
class DownloadJournal implements AsyncDisposable {
  #context: JournalContext | null = null;
  #current: JournalFile | null = null;
  /** Ended batches that are not stored yet, because the database failed. */
  readonly #waiting: DownloadBatch[] = [];
  #timer: NodeJS.Timeout | null = null;
  #storing: Promise<void> = Promise.resolve();

  /** Counts a download; see `JournalFile.add`. */
  async count(context: JournalContext, download: Download): Promise<void> {
    this.#context = context;
    this.#current ??= new JournalFile(directoryOf(context));
    this.#schedule();
    await this.#current.add(download);
  }

  /** Stores what was collected. Failed batches are stored later. */
  async flush(): Promise<void> {
    const ended = this.#current;
    this.#current = null;
    this.#storing = this.#storing.then(async () => {
      if (ended) this.#waiting.push(await ended.end());
      await this.#storeWaiting();
    });
    await this.#storing;
  }

  /** Stores the downloads that a killed process of this data directory had collected. */
  async recover(context: JournalContext): Promise<void> {
    this.#context = context;
    this.#waiting.push(...(await readJournals(directoryOf(context))));
    await this.flush();
  }

  async #storeWaiting(): Promise<void> {
    const context = this.#context;
    if (!context) return;
    for (let batch = this.#waiting[0]; batch; batch = this.#waiting[0]) {
      try {
        await storeBatch(context.jobs.pool, batch);
        await deleteJournal(directoryOf(context), batch.id);
        await forgetBatch(context.jobs.pool, batch.id);
        this.#waiting.shift();
      } catch (error) {
        context.log.warn({ err: error, batchId: batch.id }, 'downloads were not stored yet');
        this.#schedule();
        return;
      }
    }
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.flush();
    }, COLLECTED_MS).unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.flush();
    if (this.#timer) clearTimeout(this.#timer);
  }
}

/** The journal of this server. */
export const downloadJournal = defineService(() => new DownloadJournal());
