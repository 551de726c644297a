import { setTimeout as sleep } from 'node:timers/promises';
import type { FileProblem } from '#shared/admin/file-problems.ts';
import type { Db } from '../db/open.ts';
import type { Log } from '../log/log.ts';
import { DamagedObjectError, type ObjectProblems, type Storage } from '../storage/storage.ts';
import { clearProblem, isFeedFile, listProblems, recordProblem } from './problems.ts';

/** Time for which what was read is used, in milliseconds: afterwards all servers know of a damaged file. */
const FRESH_MS = 2_000;
/** Time for which a request waits for a database that hangs. */
const WAIT_MS = 500;
/** Problems that a server remembers. Others are found when the file is read. */
const MAX_KNOWN = 10_000;

interface ProblemParts {
  readonly db: Db;
  readonly log: Pick<Log, 'error' | 'warn'>;
  readonly clock: () => Date;
}

/** The problems of stored files as this server knows them, which it reads again every few seconds while files are read. */
export class KnownProblems implements ObjectProblems {
  readonly #parts: ProblemParts;
  #known: ReadonlyMap<string, FileProblem> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  /** The read that requests share which need the problems at the same time. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(parts: ProblemParts) {
    this.#parts = parts;
  }

  /** Returns the known problem of a file; null without one. While the database is gone it is the one last read. */
  readonly find = async (key: string): Promise<FileProblem | null> => {
    if (performance.now() - this.#readAt >= FRESH_MS) {
      this.#readAt = performance.now();
      this.#reading = this.#readInTime();
    }
    await this.#reading;
    return this.#known.get(key) ?? null;
  };

  readonly assertUndamaged = async (key: string): Promise<void> => {
    // A missing one may be back.
    if ((await this.find(key)) === 'damaged') throw new DamagedObjectError(key, 'damaged');
  };

  readonly report = async (key: string, problem: FileProblem): Promise<void> => {
    // Feeds notice it themselves, and are made again.
    if (isFeedFile(key) || this.#known.get(key) === problem) return;
    const { db, log, clock } = this.#parts;
    try {
      if (await recordProblem(db, { key, problem, now: clock() }))
        log.error({ key, problem }, 'a stored file is damaged or missing: restore it from a backup');
      this.forget();
    } catch (error) {
      log.warn({ err: error, key }, 'the problem of a stored file could not be recorded');
    }
  };

  /** Ends the problem of a file that has just been stored again. */
  async end(key: string): Promise<void> {
    if ((await this.find(key)) === null) return;
    await clearProblem(this.#parts.db, key);
    this.forget();
  }

  /** Makes the next request read the problems again, because this server has changed them. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #readInTime(): Promise<void> {
    const waiting = new AbortController();
    const late = sleep(WAIT_MS, undefined, { signal: waiting.signal, ref: false }).catch(() => {});
    await Promise.race([this.#read(), late]);
    waiting.abort();
  }

  async #read(): Promise<void> {
    try {
      const files = await listProblems(this.#parts.db, '', MAX_KNOWN);
      this.#known = new Map(files.map(({ key, problem }) => [key, problem]));
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'the problems of stored files could not be read');
    }
  }
}

/** Wraps a storage so that files that are known to be damaged are neither read nor linked to, until they are repaired. */
export function guardProblems(storage: Storage, known: KnownProblems): Storage {
  return {
    ...storage,
    problems: known,
    async put(key, content) {
      const stored = await storage.put(key, content);
      await known.end(key);
      return stored;
    },
    async open(key, range) {
      await known.assertUndamaged(key);
      return storage.open(key, range);
    },
    async withFile(key, use) {
      await known.assertUndamaged(key);
      return storage.withFile(key, use);
    },
    async linkTo(key, headers) {
      // A client that follows the link doesn't come back here when nothing is there.
      const problem = await known.find(key);
      if (problem !== null) throw new DamagedObjectError(key, problem);
      return storage.linkTo(key, headers);
    },
  };
}
