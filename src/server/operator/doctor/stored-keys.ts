import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** The keys of a listing, in a temporary file, because a large store has more than fit in memory. */
export class StoredKeys implements Disposable {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #select: StatementSync;

  constructor() {
    // SQLite keeps a database without a name in a temporary file.
    this.#database = new DatabaseSync('');
    this.#database.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE keys (key TEXT PRIMARY KEY) WITHOUT ROWID`);
    this.#insert = this.#database.prepare('INSERT OR IGNORE INTO keys VALUES (?)');
    this.#select = this.#database.prepare('SELECT 1 FROM keys WHERE key = ?');
  }

  add(key: string): void {
    this.#insert.run(key);
  }

  has(key: string): boolean {
    return this.#select.get(key) !== undefined;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
