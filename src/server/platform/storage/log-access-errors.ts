import type { Log } from '../log/log.ts';
import { type Storage, StorageAccessError, StorageReadOnlyError } from './storage.ts';

/** The operations whose errors are logged; every caller responds to them in its own way. */
const LOGGED = ['put', 'append', 'move', 'open', 'stat', 'delete', 'check'] as const;

/**
 * Logs that a storage can't be written to or refuses access, with what its operator can do. The log summarises repeated
 * lines.
 */
export function logAccessErrors(storage: Storage, log: Pick<Log, 'error'>): Storage {
  const logged = LOGGED.map((name) => {
    const operation = storage[name] as (...given: unknown[]) => Promise<unknown>;
    const run = (...given: unknown[]) =>
      operation(...given).catch((error: unknown) => {
        if (error instanceof StorageReadOnlyError)
          log.error({ err: error }, 'the storage can’t be written to');
        else if (error instanceof StorageAccessError) log.error({ err: error }, 'the storage refuses access');
        throw error;
      });
    return [name, run] as const;
  });
  return { ...storage, ...(Object.fromEntries(logged) as Partial<Storage>) };
}
