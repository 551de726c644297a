import { isTracing, traced } from '../tracing/tracing.ts';
import type { Storage } from './storage.ts';

/** The operations that are recorded; a listing is read piece by piece while others work. */
const RECORDED = ['put', 'append', 'move', 'open', 'stat', 'withFile', 'delete'] as const;

/** Records each operation of a storage with the folder of its key, while traces are recorded. */
export function traceStorage(storage: Storage): Storage {
  if (!isTracing()) return storage;
  const recorded = RECORDED.map((name) => {
    const operation = storage[name] as (key: string, ...rest: unknown[]) => Promise<unknown>;
    const run = (key: string, ...rest: unknown[]) =>
      traced(
        {
          name: `storage ${name}`,
          kind: 'client',
          attributes: { 'quayside.folder': key.split('/', 1)[0] ?? '' },
        },
        () => operation(key, ...rest),
      );
    return [name, run] as const;
  });
  return { ...storage, ...(Object.fromEntries(recorded) as Partial<Storage>) };
}
