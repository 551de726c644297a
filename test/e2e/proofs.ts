import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/** Lets it be eleven minutes since a person last proved who they are: longer than a proof holds. */
export async function outdateProofs(dataDir: string, uid: string): Promise<void> {
  const pidFile = await readFile(join(dataDir, 'postgresql/postmaster.pid'), 'utf8');
  // PostgreSQL writes the directory of its socket into the fifth line (miscinit.c, LOCK_FILE_LINE_SOCKET_DIR).
  const client = new Client({ host: pidFile.split('\n')[4], user: 'quayside', database: 'quayside' });
  await client.connect();
  try {
    await client.query(
      "UPDATE auth_sessions SET proved_at = now() - interval '11 minutes' WHERE user_id = $1",
      [uid],
    );
  } finally {
    await client.end();
  }
}
