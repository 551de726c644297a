import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type KeyList, MAX_NAMED_KEYS } from './manifest.ts';

/** A stored file as a backup has it. */
export interface BackupFile {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  /** When the storage had stored it, in milliseconds. A file with the same time and size is the same. */
  readonly modifiedAt: number;
}

const PAGE = 1_000;

/** The pass of files that an earlier backup had. */
const EARLIER = 0;

/**
 * A file is `missing` from the storage, `damaged` in it, or one of both while an earlier backup has it undamaged, and so this one
 * (`kept`).
 */
export type NotedProblem = 'missing' | 'damaged' | 'kept';

/**
 * The files that a backup knows, in a temporary file, because a large store has more than fit in memory. Each has the
 * last pass over the storage that kept it.
 */
export class FileIndex implements Disposable {
  readonly #database: DatabaseSync;

  constructor() {
    // SQLite keeps a database without a name in a temporary file.
    this.#database = new DatabaseSync('');
    this.#database.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE files (
        key TEXT PRIMARY KEY, size INTEGER, sha256 TEXT, modified_at INTEGER, pass INTEGER
      ) WITHOUT ROWID;
      CREATE TABLE problems (
        problem TEXT, pass INTEGER, key TEXT, PRIMARY KEY (problem, pass, key)
      ) WITHOUT ROWID`);
  }

  /** Adds a file of an earlier backup. */
  addEarlier(file: BackupFile): void {
    this.keep(file, EARLIER);
  }

  keep({ key, size, sha256, modifiedAt }: BackupFile, pass: number): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?)')
      .run(key, size, sha256, modifiedAt, pass);
  }

  get(key: string): BackupFile | null {
    const row = this.#database.prepare('SELECT * FROM files WHERE key = ?').get(key);
    return row ? toFile(row) : null;
  }

  /** Returns true when a pass kept this file. */
  has(key: string, pass: number): boolean {
    return (
      this.#database.prepare('SELECT 1 FROM files WHERE key = ? AND pass = ?').get(key, pass) !== undefined
    );
  }

  /** Notes a problem that a pass found with a file. */
  note(problem: NotedProblem, pass: number, key: string): void {
    this.#database.prepare('INSERT OR IGNORE INTO problems VALUES (?, ?, ?)').run(problem, pass, key);
  }

  /** Forgets that a file is missing. */
  forgetMissing(pass: number, key: string): void {
    this.#database
      .prepare(`DELETE FROM problems WHERE problem = 'missing' AND pass = ? AND key = ?`)
      .run(pass, key);
  }

  /** Returns true when a pass missed a file that the one before did not. */
  missesMore(pass: number): boolean {
    const more = this.#database.prepare(`
      SELECT 1 FROM problems AS found WHERE problem = 'missing' AND pass = ? AND NOT EXISTS (
        SELECT 1 FROM problems WHERE problem = 'missing' AND pass = found.pass - 1 AND key = found.key
      ) LIMIT 1`);
    return more.get(pass) !== undefined;
  }

  /** Returns how many files have a problem, with the first keys. */
  listProblem(problem: NotedProblem, pass: number): KeyList {
    const condition = 'FROM problems WHERE problem = ? AND pass = ?';
    const counted = this.#database.prepare(`SELECT count(*) AS count ${condition}`).get(problem, pass);
    const named = this.#database.prepare(`SELECT key ${condition} ORDER BY key LIMIT ?`);
    return {
      count: Number(counted?.count ?? 0),
      named: named.all(problem, pass, MAX_NAMED_KEYS).map(({ key }) => String(key)),
    };
  }

  /** Yields pages of the keys that a pass missed. */
  *missingIn(pass: number): Generator<string[]> {
    const select = this.#database.prepare(
      `SELECT key FROM problems WHERE problem = 'missing' AND pass = ? AND key > ? ORDER BY key LIMIT ${PAGE}`,
    );
    for (let after = ''; ; ) {
      const page = select.all(pass, after).map(({ key }) => String(key));
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last;
    }
  }

  /** Yields pages of the files that only passes before this one kept, without those of earlier backups. */
  *keptBefore(pass: number): Generator<BackupFile[]> {
    yield* this.#pages('pass > 0 AND pass < ?', pass);
  }

  /** Yields pages of the files that a pass kept, by key. */
  *keptIn(pass: number): Generator<BackupFile[]> {
    yield* this.#pages('pass = ?', pass);
  }

  *#pages(condition: string, pass: number): Generator<BackupFile[]> {
    const select = this.#database.prepare(
      `SELECT * FROM files WHERE ${condition} AND key > ? ORDER BY key LIMIT ${PAGE}`,
    );
    for (let after = ''; ; ) {
      const page = select.all(pass, after).map(toFile);
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.key;
    }
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

function toFile(row: Record<string, SQLOutputValue>): BackupFile {
  return {
    key: String(row.key),
    size: Number(row.size),
    sha256: String(row.sha256),
    modifiedAt: Number(row.modified_at),
  };
}
