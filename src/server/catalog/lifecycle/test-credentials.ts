import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { UNDO_SECONDS } from '#shared/reviews/rules.ts';
import { VERSION_STATUSES, type VersionStatus } from '#shared/statuses/version-status.ts';
import {
  type TestCredentials,
  type TestCredentialsState,
  testCredentialsSchema,
} from '#shared/versions/submission.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { reviews, testCredentials } from '../../platform/db/tables/reviews.ts';
import { enqueue, type JobPayloads } from '../../platform/queue/enqueue.ts';
import { decryptAtRest, encryptAtRest, testCredentialsLockName } from '../../platform/secrets/encryption.ts';
import type { ActorIdentity } from './actor.ts';

interface Given {
  readonly credentials: TestCredentials;
  readonly secret: string;
}

/** Stores the test credentials of a version encrypted, in place of earlier ones. */
export async function storeTestCredentials(
  tx: Tx,
  versionId: string,
  { credentials, secret }: Given,
): Promise<void> {
  const lock = { secret, name: testCredentialsLockName(versionId) };
  const set = {
    encryptedCredentials: encryptAtRest(Buffer.from(JSON.stringify(credentials)), lock),
    erasedAt: null,
  };
  await tx
    .insert(testCredentials)
    .values({ versionId, ...set })
    .onConflictDoUpdate({ target: testCredentials.versionId, set });
}

const CREDENTIALS = defineStatement(
  'test-credentials',
  ({ versionId }: StatementValues<{ versionId: string }>) => ({
    select: { encrypted: sql<string | null>`${testCredentials.encryptedCredentials}` },
    from: sql`FROM ${testCredentials} WHERE ${testCredentials.versionId} = ${versionId}`,
  }),
);

/** Returns whether a version has test credentials, without decrypting them. */
export async function readTestCredentialsState(
  db: Db | Tx,
  versionId: string,
): Promise<TestCredentialsState> {
  const row = await CREDENTIALS.first(db, { versionId });
  if (row === null) return 'none';
  return row.encrypted === null ? 'erased' : 'given';
}

/** Returns the test credentials of a version; null without any, or when they can't be decrypted. */
export async function readTestCredentials(
  { db, secret }: Pick<Context, 'db' | 'secret'>,
  versionId: string,
): Promise<TestCredentials | null> {
  const encrypted = (await CREDENTIALS.first(db, { versionId }))?.encrypted ?? null;
  if (encrypted === null) return null;
  try {
    const text = decryptAtRest(encrypted, { secret, name: testCredentialsLockName(versionId) });
    return testCredentialsSchema.parse(JSON.parse(text.toString()));
  } catch {
    // A restored database may be encrypted with another secret; the publisher has to give them again.
    return null;
  }
}

/** Erases the test credentials of a version. That they were given stays known. */
export async function eraseTestCredentials(tx: Tx, versionId: string): Promise<void> {
  await tx
    .update(testCredentials)
    .set({ encryptedCredentials: null, erasedAt: sql`now()` })
    .where(and(eq(testCredentials.versionId, versionId), isNotNull(testCredentials.encryptedCredentials)));
}

interface StatusChange {
  readonly versionId: string;
  readonly to: VersionStatus;
  readonly by: ActorIdentity;
  /** The time of a decision; undefined for other changes. */
  readonly decidedAt: Date | null | undefined;
}

/**
 * Erases the test credentials of a version that no longer waits for a decision. After one of a reviewer they stay for as
 * long as it may be undone at once.
 */
export async function settleTestCredentials(
  tx: Tx,
  { versionId, to, by, decidedAt }: StatusChange,
): Promise<void> {
  if (VERSION_STATUSES[to].isAwaitingReview) return;
  if ((await readTestCredentialsState(tx, versionId)) !== 'given') return;
  if (!decidedAt || by.actor !== 'admin') return eraseTestCredentials(tx, versionId);
  await enqueue(tx, {
    name: 'erase-credentials',
    payload: { versionId, decidedAt: decidedAt.toISOString() },
    runAt: new Date(decidedAt.getTime() + UNDO_SECONDS * 1000),
  });
}

/** Erases the test credentials of a version, unless the decision that was to end their use was undone. */
export async function eraseDecidedCredentials(
  { db }: Context,
  { versionId, decidedAt }: JobPayloads['erase-credentials'],
): Promise<void> {
  // One statement, so that an undo comes before it or after it.
  await db.execute(sql`
    UPDATE ${testCredentials} SET encrypted_credentials = NULL, erased_at = now()
    WHERE version_id = ${versionId} AND encrypted_credentials IS NOT NULL AND (
      SELECT ${reviews.decidedAt} FROM ${reviews} WHERE ${reviews.versionId} = ${versionId}
      ORDER BY ${reviews.id} DESC LIMIT 1
    ) = ${decidedAt}::timestamptz`);
}
