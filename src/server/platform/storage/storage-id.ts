import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../config/startup-error.ts';
import { makeDirectory, writePrivateFile } from '../process/private-files.ts';

interface Expected {
  readonly id: string;
  /** True when this storage has been marked with the id before. */
  readonly isMarked: boolean;
}

/**
 * Checks that a folder is the storage of this database by the id in its file `storage-id`, and writes that
 * file in a storage that was never marked. Throws `StartupError` for the storage of another database, and for
 * one without an id when the database expects one.
 */
export async function assertOwnStorage(directory: string, { id, isMarked }: Expected): Promise<void> {
  const path = join(directory, 'storage-id');
  const found = await readFile(path, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw new StartupError(
        `The storage's id in ${path} cannot be read: ${error.message}. Let Quayside's user read it.`,
      );
    },
  );
  if (found === id) return;
  if (found !== null) {
    throw new StartupError(
      `The storage in ${directory} belongs to another database. Set STORAGE_URL to this database's own storage, or DATABASE_URL to the database of this storage. If you made a new database on purpose, give it an empty STORAGE_URL, or a new DATA_DIR.`,
    );
  }
  if (isMarked) {
    throw new StartupError(
      `The storage in ${directory} isn't the one that this database's files are in: it has no file storage-id. Set STORAGE_URL to the folder that every server on this database uses. If this is that folder, restored without the file, run:\n  echo ${id} > ${path}`,
    );
  }
  await makeDirectory(directory);
  await writePrivateFile(path, `${id}\n`);
}
