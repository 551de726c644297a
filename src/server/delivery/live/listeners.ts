import type { Pool } from 'pg';
import type { Role } from '#shared/users/role.ts';
import type { LiveStream } from './stream.ts';

/**
 * Reloads the roles of these streams' users, and ends the streams whose session is over or whose user is suspended.
 * Skips streams that were paused again in the meantime: a later reload handles them.
 */
export async function refreshListeners(pool: Pool, streams: readonly LiveStream[]): Promise<void> {
  if (streams.length === 0) return;
  const begun = new Map(streams.map((stream) => [stream, stream.generation]));
  const { rows } = await pool.query<{ id: string; role: Role }>(
    `SELECT s.id, u.role FROM auth_sessions s JOIN users u ON u.uid = s.user_id
     WHERE s.id = ANY($1::text[]) AND s.expires_at > now() AND u.suspended_at IS NULL`,
    [streams.map(({ caller }) => caller.sessionId)],
  );
  const roles = new Map(rows.map(({ id, role }) => [id, role]));
  for (const [stream, generation] of begun) {
    const role = roles.get(stream.caller.sessionId);
    if (role === undefined) stream.end();
    else if (stream.generation === generation) stream.resumeChanges(role);
  }
}
