import type { Database } from '#test/support/people.ts';

/** Moves a user's last authentication eleven minutes into the past, so that sensitive actions require another. */
export async function expireAuthentication(database: Database, uid: string): Promise<void> {
  await database.query(
    "UPDATE auth_sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
    [uid],
  );
}
