import { randomBytes } from 'node:crypto';
import { and, eq, getTableColumns, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import { type AccountExport, EXPORTS_PER_DAY } from '#shared/account/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { retentionMs } from '#shared/settings/retention.ts';
import type { Handler } from '../../identity/handler.ts';
import { countAttempt, undoAttempt } from '../../identity/rate-limits.ts';
import type { Context } from '../../platform/context.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { accountExports } from '../../platform/db/tables/users.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { readSettings } from '../../platform/settings.ts';

export type ExportRow = typeof accountExports.$inferSelect;

/** An export that takes longer than this was lost with its server or job. */
const LOST_AFTER_MS = 3_600_000;

export const EXPORT_LIMIT = {
  name: 'export account',
  max: EXPORTS_PER_DAY,
  windowSeconds: 86_400,
  message: () => t`You can export your data ${EXPORTS_PER_DAY} times a day.`,
};

/** Returns the storage key of an export. The id is random and never disclosed. */
export function exportKey(id: string): string {
  return `exports/${id}.json`;
}

/** `account.getExport`: returns the caller's last export, unless it has expired. */
export const getExport: Handler<'account.getExport'> = async ({ caller, context }) => {
  const row = await findExport(context, caller.uid);
  return { export: row && presentExport(row) };
};

/** `account.requestExport`: queues an export of the caller's data; one at a time, with a daily limit. */
export const requestExport: Handler<'account.requestExport'> = async ({ caller, context }) => {
  const { uid } = caller;
  const before = await findExport(context, uid);
  if (before?.status === 'preparing') return { export: presentExport(before) };
  await countAttempt(context, EXPORT_LIMIT, uid);

  const fresh: ExportRow = {
    uid,
    id: randomBytes(32).toString('hex'),
    status: 'preparing',
    requestedAt: context.clock(),
    finishedAt: null,
    expiresAt: null,
    size: null,
    sha256: null,
  };
  const isFirst = await context.db.transaction(async (tx) => {
    const { id, uid: _, ...changed } = fresh;
    const lostBefore = new Date(fresh.requestedAt.getTime() - LOST_AFTER_MS);
    const started = await tx
      .insert(accountExports)
      .values(fresh)
      .onConflictDoUpdate({
        target: accountExports.uid,
        set: { id, ...changed },
        setWhere: or(ne(accountExports.status, 'preparing'), lt(accountExports.requestedAt, lostBefore)),
      })
      .returning({ id: accountExports.id });
    if (started.length > 0) await enqueue(tx, { name: 'prepare-export', payload: { uid, exportId: id } });
    return started.length > 0;
  });
  if (isFirst) {
    if (before) await context.storage.delete(exportKey(before.id));
    return { export: presentExport(fresh) };
  }
  // Of two concurrent requests, the second returns the export that the first started.
  await undoAttempt(context, EXPORT_LIMIT, uid);
  return { export: presentExport((await findExport(context, uid)) ?? fresh) };
};

const EXPORT = defineStatement('account.getExport', ({ uid }: StatementValues<{ uid: string }>) => ({
  select: getTableColumns(accountExports),
  from: sql`FROM ${accountExports} WHERE ${accountExports.uid} = ${uid}`,
}));

/** Returns a user's last export; null when there is none or it has expired. A lost one counts as failed. */
export async function findExport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  uid: string,
): Promise<ExportRow | null> {
  const row = await EXPORT.first(db, { uid });
  if (!row) return null;
  const now = clock().getTime();
  const { retention } = await readSettings(db);
  const finished = row.finishedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const expires = row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  // The period may have been shortened since it finished.
  const end = Math.min(expires, finished + retentionMs('exportHours', retention));
  if (end <= now) return null;
  if (row.status === 'ready') return { ...row, expiresAt: new Date(end) };
  const isLost = row.status === 'preparing' && now - row.requestedAt.getTime() > LOST_AFTER_MS;
  return isLost ? { ...row, status: 'failed' } : row;
}

/**
 * Runs every hour: deletes expired exports with their files, and files without an export, left by an
 * interruption.
 */
export async function removeExpiredExports(
  { db, storage, clock }: Context,
  signal: AbortSignal,
): Promise<void> {
  const now = clock();
  const { retention } = await readSettings(db);
  // Finished while the period was longer.
  const end = new Date(now.getTime() - retentionMs('exportHours', retention));
  await db
    .delete(accountExports)
    .where(or(lte(accountExports.expiresAt, now), lte(accountExports.finishedAt, end)));
  for await (const key of storage.list('exports/')) {
    if (signal.aborted) return;
    const id = key.slice('exports/'.length, -'.json'.length);
    const [used] = await db
      .select({ id: accountExports.id })
      .from(accountExports)
      .where(and(eq(accountExports.id, id), inArray(accountExports.status, ['preparing', 'ready'])));
    if (!used) await storage.delete(key);
  }
}

function presentExport({ status, requestedAt, expiresAt, size }: ExportRow): AccountExport {
  return {
    status,
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    size,
  };
}
