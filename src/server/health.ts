import { Hono } from 'hono';
import type { Context } from './context.ts';

/** How long a part may take to answer before it counts as down. */
const PATIENCE_MS = 2_000;

/**
 * `healthz` answers while the process lives; `readyz` only when database and storage do their work, else 503 with the
 * names of the parts that do not. Load balancers and supervisors ask them, so they tell nothing else.
 */
export function createHealth({ pool, storage, log }: Pick<Context, 'pool' | 'storage' | 'log'>) {
  const parts = { database: () => pool.query('select 1'), storage: () => storage.check() };
  const app = new Hono();

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const checks = Object.entries(parts).map(async ([name, check]) => {
      try {
        await withinPatience(check());
        return [];
      } catch (error) {
        log.warn({ err: error, part: name }, 'not ready');
        return [name];
      }
    });
    const down = (await Promise.all(checks)).flat();
    return down.length === 0 ? c.json({ status: 'ok' }) : c.json({ status: 'unavailable', down }, 503);
  });
  return app;
}

async function withinPatience(work: Promise<unknown>): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
