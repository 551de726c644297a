import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import type { Log } from '#server/platform/log/log.ts';

/*
 * A process that does what no start of a server can leave out, and nothing else: it starts PostgreSQL on existing data,
 * reads the settings over a pool, listens and responds. `npm run bench artefact` compares a start with it.
 */

const silent = new Proxy({}, { get: () => () => {} }) as Log;

const { DATA_DIR = '', PORT = '0' } = process.env;
await using database = await startEmbedded(DATA_DIR, silent);
const pool = new Pool(database.connection);
await pool.query('SELECT * FROM store_settings');
const server = createServer(async (_, response) => {
  await pool.query('SELECT 1');
  response.end();
});
server.listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
await once(process, 'SIGTERM');
server.close();
server.closeAllConnections();
await pool.end();
