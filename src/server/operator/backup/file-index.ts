import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

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
