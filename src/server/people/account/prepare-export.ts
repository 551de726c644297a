import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { retentionMs } from '#shared/settings/retention.ts';
import { publishChanges } from '../../events/publish-changes.ts';
import { undoAttempt } from '../../identity/rate-limits.ts';
import { findUser } from '../../identity/users.ts';
import type { Context } from '../../platform/context.ts';
import { accountExports } from '../../platform/db/tables/users.ts';
import { readSettings } from '../../platform/settings.ts';
import { exportAccount } from './export.ts';
import { EXPORT_LIMIT, type ExportRow, exportKey } from './exports.ts';

/**
 * Writes an export to a file in storage. Safe to interrupt and rerun; on failure the user is notified and can
 * try again without using up the limit.
 */
export async function prepareExport(
  context: Context,
  { uid, exportId }: { uid: string; exportId: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, storage, log, clock } = context;
  const isCurrent = and(
    eq(accountExports.uid, uid),
    eq(accountExports.id, exportId),
    eq(accountExports.status, 'preparing'),
  );
  const [wanted] = await db.select().from(accountExports).where(isCurrent);
  const record = wanted && (await db.transaction((tx) => findUser(tx, uid)));
  if (!record) return;
  const finish = async (change: Partial<ExportRow>) => {
    const finished = await db.update(accountExports).set(change).where(isCurrent).returning();
    // The account was deleted meanwhile.
    if (finished.length === 0) await storage.delete(exportKey(exportId));
    await publishChanges(db, { areas: ['exports'], uids: [uid] });
  };
  try {
    const text = Readable.from(stopOn(signal, exportAccount(context, record)), { objectMode: false });
    const { size, sha256 } = await storage.put(exportKey(exportId), text);
    const finishedAt = clock();
    const { retention } = await readSettings(db);
    const expiresAt = new Date(finishedAt.getTime() + retentionMs('exportHours', retention));
    await finish({ status: 'ready', finishedAt, expiresAt, size, sha256 });
  } catch (error) {
    // The server stops: the job restarts elsewhere, or at the next start.
    if (signal.aborted) throw error;
    log.error({ err: error, uid }, 'an export could not be prepared');
    await undoAttempt(context, EXPORT_LIMIT, uid);
    await finish({ status: 'failed', finishedAt: clock() });
  }
}

async function* stopOn(signal: AbortSignal, text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of text) {
    signal.throwIfAborted();
    yield piece;
  }
}
