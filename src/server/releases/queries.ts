import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/open.ts';
import { type ReleaseRow, releases } from '../db/publishing-tables.ts';

/** How a version is given out; null for one that was never handed in. */
export async function findRelease(db: Db | Tx, versionId: string): Promise<ReleaseRow | null> {
  const [row] = await db.select().from(releases).where(eq(releases.versionId, versionId));
  return row ?? null;
}
