import type { Pool } from 'pg';
import type { Role } from '#shared/users/role.ts';
import type { LiveStream } from './stream.ts';

/**
 * Reloads the roles of these streams' users, and ends the streams whose session is over, whose API token was revoked or
 * has expired, or whose user is suspended; those of a trusted publisher end with its app, too.
 * Skips streams that were paused again in the meantime: a later reload handles them.
 */
export async function refreshListeners(pool: Pool, streams: readonly LiveStream[]): Promise<void> {
  if (streams.length === 0) return;
  const begun = new Map(streams.map((stream) => [stream, stream.generation]));
  const { rows } = await pool.query<{ id: string; role: Role }>(
    `SELECT s.id, u.role FROM auth_sessions s JOIN users u ON u.uid = s.user_id
     WHERE s.id = ANY($1::text[]) AND s.expires_at > now() AND u.suspended_at IS NULL
     UNION ALL
     SELECT t.id, u.role FROM api_tokens t JOIN users u ON u.uid = t.owner_uid
     WHERE t.id = ANY($1::text[]) AND (t.expires_at IS NULL OR t.expires_at > now()) AND u.suspended_at IS NULL
     UNION ALL
     SELECT b.id, u.role FROM build_tokens b JOIN trusted_publishers p ON p.id = b.trusted_publisher_id
     JOIN apps a ON a.id = p.app_id JOIN users u ON u.uid = p.owner_uid
     WHERE b.id = ANY($1::text[]) AND b.expires_at > now() AND a.status <> 'removed' AND u.suspended_at IS NULL`,
    [streams.map(credentialOf)],
  );
  const roles = new Map(rows.map(({ id, role }) => [id, role]));
  for (const [stream, generation] of begun) {
    const role = roles.get(credentialOf(stream));
    if (role === undefined) stream.end();
    else if (stream.generation === generation) stream.resumeChanges(role);
  }
}

/** Returns the ID of the session or API token of a stream. All are random, so none is equal to another. */
function credentialOf({ caller }: LiveStream): string {
  return caller.via === 'token' ? caller.tokenId : caller.sessionId;
}
