import { createTestDatabase } from './postgres.ts';
import { type SocketProxy, startSocketProxy } from './socket-proxy.ts';

/** A database behind a connection that a test can make hang or fail. */
export interface DatabaseProxy extends SocketProxy {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** The same database without the proxy. */
  readonly directUrl: string;
}

/** Creates a database and a proxy in front of it. */
export async function startDatabaseProxy(): Promise<DatabaseProxy> {
  const directUrl = await createTestDatabase();
  const direct = new URL(directUrl);
  const proxy = await startSocketProxy(`${direct.searchParams.get('host')}/.s.PGSQL.5432`);
  return { ...proxy, url: `postgresql://quayside@127.0.0.1:${proxy.port}${direct.pathname}`, directUrl };
}
