import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Pool, type QueryConfig } from 'pg';

/*
 * The floor for a call: a bare Hono route with the same SQL, no token, no checks. Arguments: directory of the
 * database's socket, and the statements as JSON: those of each inner list run at once, the lists one after
 * another. It responds with the rows of the last list, and prints its address.
 */
const [socketDirectory, encoded = '[]'] = process.argv.slice(2);
const steps = JSON.parse(encoded) as QueryConfig[][];
const pool = new Pool({ host: socketDirectory, user: 'quayside', database: 'quayside', max: 14 });
const app = new Hono();

app.post('/', async (c) => {
  let rows: unknown[][] = [];
  for (const statements of steps) {
    rows = await Promise.all(statements.map(async (statement) => (await pool.query(statement)).rows));
  }
  return c.json({ result: rows });
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}/\n`);
});
