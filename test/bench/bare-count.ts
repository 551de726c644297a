import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Pool } from 'pg';

/*
 * The floor for notifications.countUnread: a bare Hono route with the same SQL, no token, no checks.
 * Arguments: directory of the database's socket, id of a session. It prints its address.
 */
const [socketDirectory, sessionId] = process.argv.slice(2);
const pool = new Pool({ host: socketDirectory, user: 'quayside', database: 'quayside', max: 20 });
const app = new Hono();

app.post('/', async (c) => {
  const session = await pool.query({
    name: 'session-owner',
    text: `SELECT u.*, s.proved_at, s.last_used_at FROM auth_sessions s LEFT JOIN users u ON u.uid = s.user_id
           WHERE s.id = $1 AND s.expires_at > now()`,
    values: [sessionId],
  });
  const { rows } = await pool.query({
    name: 'count-unread',
    text: `SELECT count(*)::int AS count FROM notifications
           WHERE user_id = $1 AND NOT read AND (expires_at IS NULL OR expires_at > now())`,
    values: [session.rows[0].uid],
  });
  return c.json({ result: rows[0] });
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}/\n`);
});
