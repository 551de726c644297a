import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Pool } from 'pg';
import { USER_COLUMNS } from '#server/users/queries.ts';

/*
 * The floor for a call that only reads the session's user: a bare Hono route with the same SQL, no token, no checks.
 * Arguments: directory of the database's socket, id of a session. It prints its address.
 */
const [socketDirectory, sessionId] = process.argv.slice(2);
const pool = new Pool({ host: socketDirectory, user: 'quayside', database: 'quayside', max: 20 });
const app = new Hono();

app.post('/', async (c) => {
  const { rows } = await pool.query({
    name: 'session-owner',
    text: `SELECT ${USER_COLUMNS}, s.proved_at AS "provedAt", s.last_used_at AS "lastUsedAt"
           FROM auth_sessions s LEFT JOIN users u ON u.uid = s.user_id
           WHERE s.id = $1 AND s.expires_at > now()`,
    values: [sessionId],
  });
  const apps = await pool.query({
    name: 'own-apps',
    text: 'SELECT id FROM apps WHERE owner_uid = $1 ORDER BY created_at, id',
    values: [rows[0].uid],
  });
  return c.json({ result: { user: rows[0], apps: apps.rows } });
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}/\n`);
});
