import { StartupError } from '../config/startup-error.ts';

/** The place of a storage's id. */
export interface StorageMark {
  /** The storage, for messages. */
  readonly place: string;
  /** Returns the instruction that writes an id by hand, after "If …, ". */
  readonly howToWrite: (id: string) => string;
  /** Returns the id; null when the storage has none. */
  readonly read: () => Promise<string | null>;
  readonly write: (id: string) => Promise<void>;
}

interface ExpectedStorage {
  readonly id: string;
  /** True when this storage has been marked with the id before. */
  readonly isMarked: boolean;
}

/**
 * Checks that a storage is that of this database by its id, and marks one that was never marked. Throws `StartupError`
 * for the storage of another database, and for one without an id when the database expects one.
 */
export async function assertOwnStorage(mark: StorageMark, { id, isMarked }: ExpectedStorage): Promise<void> {
  const found = await mark.read();
  if (found === id) return;
  if (found !== null) {
    throw new StartupError(
      `The storage in ${mark.place} belongs to another database. Set STORAGE_URL to this database's own storage, or DATABASE_URL to the database of this storage. If you made a new database on purpose, give it an empty STORAGE_URL, or a new DATA_DIR.`,
    );
  }
  if (isMarked) {
    throw new StartupError(
      `The storage in ${mark.place} isn't the one that this database's files are in: it has no file storage-id. Set STORAGE_URL to the storage that every server on this database uses. If this is that storage, restored without the file, ${mark.howToWrite(id)}`,
    );
  }
  await mark.write(id);
}
