import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { defineStatement } from '../db/statement.ts';
import { auditCheckpoints, auditSubtrees, auditVerification } from '../db/tables/audit.ts';
import { findVerifierKey, readAuditKey } from './audit-key.ts';
import {
  CheckpointError,
  namesKey,
  openCheckpoint,
  readUncheckedCheckpoint,
  signCheckpoint,
  type TreeHead,
} from './checkpoint.ts';
import { hashTile, MerkleTree, TILE_WIDTH } from './merkle.ts';
import { hashesOf, readLog, readLogSize } from './read-log.ts';
import { type Verification, verifyLog } from './verify-log.ts';

export type CheckpointRow = typeof auditCheckpoints.$inferSelect;

/** The result of verifying the stored log. */
export interface StoredVerification extends Verification {
  /** Checkpoints whose signatures weren't checked, because the key that made them is lost. */
  readonly signedByEarlierKey: number;
}

const NEWEST = defineStatement('audit-checkpoint', () => ({
  select: getTableColumns(auditCheckpoints),
  from: sql`FROM ${auditCheckpoints} ORDER BY ${auditCheckpoints.size} DESC LIMIT 1`,
}));

/** Returns the newest checkpoint; null before the first. */
export async function findCheckpoint({ db }: Pick<Context, 'db'>): Promise<CheckpointRow | null> {
  return NEWEST.first(db, {});
}

/** Returns the tree of the log at the size of a checkpoint, whose hashes are stored. */
export function treeOf({ db }: Pick<Context, 'db'>, size: number): MerkleTree {
  return new MerkleTree(size, hashesOf(db));
}

/**
 * Verifies the whole log, the signatures of its checkpoints, and that it matches them and one that was kept elsewhere.
 * Stores the result for admins.
 */
export async function verifyStoredLog(
  context: Pick<Context, 'db' | 'clock'>,
  kept?: TreeHead,
): Promise<StoredVerification> {
  const { db } = context;
  const size = await readLogSize(db);
  const { heads, problems, signedByEarlierKey } = await readHeads(context);
  const checkpoints = kept ? [...heads, kept] : heads;
  const found = await verifyLog(readLog(db, size), { size, checkpoints });
  const verification = {
    ...found,
    signedByEarlierKey,
    problemCount: found.problemCount + problems.length,
    problems: [...problems, ...found.problems],
  };
  const row = {
    verifiedAt: context.clock(),
    size,
    problemCount: verification.problemCount,
    problems: verification.problems,
  };
  await db
    .insert(auditVerification)
    .values({ id: 1, ...row })
    .onConflictDoUpdate({ target: auditVerification.id, set: row });
  return verification;
}

/**
 * Verifies the log and signs a checkpoint of it, unless it has problems or no new entries. A log never signs what contradicts
 * an earlier checkpoint.
 */
export async function signNewCheckpoint(context: Context): Promise<StoredVerification> {
  const { db, clock } = context;
  const verification = await verifyStoredLog(context);
  const { size, root, covered, problemCount } = verification;
  if (problemCount > 0 || size === covered) return verification;
  await extendSubtrees(db, size);
  if (!root.equals(await treeOf(context, size).root())) {
    throw new Error('The stored subtrees of the audit log don’t match its entries.');
  }
  const { origin, privateKey } = await readAuditKey(context);
  const note = signCheckpoint({ origin, size, root }, privateKey);
  await db.insert(auditCheckpoints).values({ size, root, note, signedAt: clock() }).onConflictDoNothing();
  return { ...verification, covered: size };
}

interface CheckedHeads {
  readonly heads: readonly TreeHead[];
  readonly problems: readonly string[];
  readonly signedByEarlierKey: number;
}

/**
 * Returns the trees of all checkpoints. When the key was lost, those from before the first checkpoint of the current one can
 * still be compared with the log, but not their signatures checked.
 */
async function readHeads({ db }: Pick<Context, 'db'>): Promise<CheckedHeads> {
  const rows = await db.select().from(auditCheckpoints).orderBy(auditCheckpoints.size);
  const verifierKey = await findVerifierKey({ db });
  const heads: TreeHead[] = [];
  const problems: string[] = [];
  let signedByEarlierKey = 0;
  let isCurrentKey = false;
  const readHead = (note: string) => {
    isCurrentKey ||= verifierKey !== null && namesKey(note, verifierKey);
    if (verifierKey !== null && isCurrentKey) return openCheckpoint(note, verifierKey);
    signedByEarlierKey += 1;
    return readUncheckedCheckpoint(note);
  };
  for (const { note, size } of rows) {
    try {
      const head = readHead(note);
      if (head.size !== size) throw new CheckpointError('The checkpoint is of another size.');
      heads.push(head);
    } catch (error) {
      if (!(error instanceof CheckpointError)) throw error;
      problems.push(`Checkpoint of size ${size}: ${error.message}`);
    }
  }
  return { heads, problems, signedByEarlierKey };
}

/** Stores the hashes of the complete subtrees up to a size that aren't stored yet. */
async function extendSubtrees(db: Db, size: number): Promise<void> {
  const readHashes = hashesOf(db);
  for (let level = 1, complete = Math.floor(size / TILE_WIDTH); complete > 0; level += 1) {
    const [last] = await db
      .select({ index: auditSubtrees.index })
      .from(auditSubtrees)
      .where(eq(auditSubtrees.level, level))
      .orderBy(sql`${auditSubtrees.index} DESC`)
      .limit(1);
    for (let index = (last?.index ?? -1) + 1; index < complete; index += 1) {
      const start = index * TILE_WIDTH;
      const hash = hashTile(await readHashes(level - 1, start, start + TILE_WIDTH));
      await db.insert(auditSubtrees).values({ level, index, hash }).onConflictDoNothing();
    }
    complete = Math.floor(complete / TILE_WIDTH);
  }
}
