import { eq, sql } from 'drizzle-orm';
import { MAX_REPORTED_KEYS } from '#shared/admin/calls.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { defineStatement, orNull } from '../db/statement.ts';
import { fileSweeps, type SweepCursor, type SweepReport } from '../db/tables/store.ts';
import { recordProblem } from '../file-problems/problems.ts';
import { FILE_KINDS, isKnownKey } from './kinds.ts';
import { type FileContext, removeUnused } from './remove.ts';

/** Id of the single row with the sweep's progress. */
const ROW = 1;
/** Files or rows compared per batch. */
const BATCH = 500;
/** Keys listed per batch when no database query is needed. */
const UNKNOWN_BATCH = 20_000;
/** Maximum batches per run; the next run continues from there. */
const MAX_BATCHES = 200;
/** Minimum time between the starts of two rounds. */
const ROUND_MS = 24 * 3_600_000 - 600_000;
/**
 * Unreferenced files are kept this long: a row may be about to reference them, and a mistake can be
 * corrected.
 */
export const SAFE_AGE_MS = 24 * 3_600_000;

/** The steps of a round: each kind of file in both directions, then files of unknown kind. */
const STEPS: readonly SweepStep[] = [
  ...FILE_KINDS.flatMap((kind): SweepStep[] => [
    (context, after) => removeFilesWithoutRows(context, kind, after),
    (context, after) => reportRowsWithoutFiles(context, kind, after),
  ]),
  findUnknownFiles,
  removeUnfinishedFiles,
];

/** The parts that a sweep uses. */
type SweptContext = Pick<Context, 'db' | 'storage' | 'clock' | 'log'> & FileContext;
/** The parts that a comparison reads. */
type Files = Pick<Context, 'db'> & { readonly isStored: (key: string) => Promise<boolean> };
type FileKind = (typeof FILE_KINDS)[number];
type SweepStep = (context: SweptContext, after: string) => Promise<SweptBatch>;

/** The keys found by part of a step. */
interface FoundKeys {
  readonly removed: readonly string[];
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

interface SweptBatch extends Partial<FoundKeys> {
  /** Position to continue from; null when the step is done. */
  readonly after: string | null;
}

const EMPTY_REPORT: SweepReport = {
  removed: 0,
  removedKeys: [],
  missing: 0,
  missingKeys: [],
  unknown: 0,
  unknownKeys: [],
};

/**
 * Compares stored files with the rows that reference them, once a day and in both directions: deletes files
 * that no row has referenced for a day, and remains of interrupted writes; reports rows whose file is
 * missing, and files of unknown kind. The admin overview shows the results. Saves its progress after each
 * batch and continues there after an interruption.
 */
export async function sweepFiles(context: SweptContext, signal: AbortSignal): Promise<void> {
  let { cursor, report } = await startRound(context);
  for (let batch = 0; batch < MAX_BATCHES && cursor !== null && !signal.aborted; batch += 1) {
    ({ cursor, report } = await runBatch(context, cursor, report));
  }
}

const LAST_REPORT = defineStatement('file-report', () => ({
  select: { report: orNull(fileSweeps.lastReport) },
  from: sql`FROM ${fileSweeps} WHERE ${fileSweeps.id} = ${sql.raw(String(ROW))}`,
}));

/** Reads the report of the last complete round; null before the first one. */
export async function readFileReport(db: Db) {
  const row = await LAST_REPORT.first(db, {});
  // A report written by an earlier version lacks some figures.
  return row?.report ? { ...EMPTY_REPORT, ...row.report } : null;
}

interface Progress {
  readonly cursor: SweepCursor | null;
  readonly report: SweepReport;
}

/** Returns the position of the current round, or starts the next one when it is due. */
async function startRound({ db, clock }: SweptContext): Promise<Progress> {
  const now = clock();
  const [row] = await db.select().from(fileSweeps).where(eq(fileSweeps.id, ROW));
  const isDue = !row || (row.finishedAt !== null && now.getTime() - row.startedAt.getTime() >= ROUND_MS);
  if (!isDue) return { cursor: row.cursor, report: { ...EMPTY_REPORT, ...row.report } };
  const cursor = { step: 0, after: '' };
  const report = EMPTY_REPORT;
  const round = { startedAt: now, finishedAt: null, cursor, report };
  await db
    .insert(fileSweeps)
    .values({ id: ROW, ...round })
    .onConflictDoUpdate({ target: fileSweeps.id, set: round });
  return { cursor, report };
}

async function runBatch(context: SweptContext, cursor: SweepCursor, report: SweepReport): Promise<Progress> {
  const { db, log, clock } = context;
  const step = STEPS[cursor.step];
  if (!step) return finishRound(context, report);
  const { after, ...found } = await step(context, cursor.after);
  logFound(log, found);
  const next = {
    cursor: after === null ? { step: cursor.step + 1, after: '' } : { step: cursor.step, after },
    report: addTo(report, found),
  };
  if (next.cursor.step === STEPS.length) return finishRound({ db, clock }, next.report);
  await db.update(fileSweeps).set(next).where(eq(fileSweeps.id, ROW));
  return next;
}

function logFound(
  log: Context['log'],
  { removed = [], missing = [], unknown = [] }: Partial<FoundKeys>,
): void {
  const named = (keys: readonly string[]) => ({ count: keys.length, keys: keys.slice(0, MAX_REPORTED_KEYS) });
  if (removed.length > 0) log.info(named(removed), 'deleted unreferenced files');
  if (unknown.length > 0) log.warn(named(unknown), 'storage contains unknown files');
  if (missing.length > 0)
    log.error(named(missing), 'files are missing from storage; restore them from a backup');
}

function addTo(
  report: SweepReport,
  { removed = [], missing = [], unknown = [] }: Partial<FoundKeys>,
): SweepReport {
  const named = (before: readonly string[], keys: readonly string[]) =>
    [...before, ...keys].slice(0, MAX_REPORTED_KEYS);
  return {
    removed: report.removed + removed.length,
    removedKeys: named(report.removedKeys, removed),
    missing: report.missing + missing.length,
    missingKeys: named(report.missingKeys, missing),
    unknown: report.unknown + unknown.length,
    unknownKeys: named(report.unknownKeys, unknown),
  };
}

async function finishRound(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  report: SweepReport,
): Promise<Progress> {
  const finishedAt = clock();
  await db
    .update(fileSweeps)
    .set({
      cursor: null,
      report,
      finishedAt,
      lastReport: { ...report, finishedAt: finishedAt.toISOString() },
    })
    .where(eq(fileSweeps.id, ROW));
  return { cursor: null, report };
}

async function removeFilesWithoutRows(
  context: SweptContext,
  { prefix }: FileKind,
  after: string,
): Promise<SweptBatch> {
  const keys: string[] = [];
  for await (const key of context.storage.list(prefix, { after })) {
    keys.push(key);
    if (keys.length === BATCH) break;
  }
  const storedBefore = new Date(context.clock().getTime() - SAFE_AGE_MS);
  const removed = await removeUnused(context, keys, storedBefore);
  return { after: keys.length === BATCH ? (keys.at(-1) ?? null) : null, removed };
}

/** Finds the rows of a batch whose files are missing, and records these. */
async function reportRowsWithoutFiles(
  context: SweptContext,
  kind: FileKind,
  after: string,
): Promise<SweptBatch> {
  const { db, storage, clock } = context;
  const isStored = async (key: string) => (await storage.stat(key)) !== null;
  const batch = await findRowsWithoutFiles({ db, isStored }, kind, after);
  for (const key of batch.missing ?? []) await recordProblem(db, { key, problem: 'missing', now: clock() });
  return batch;
}

/** Finds the rows of a batch whose files are missing. */
export async function findRowsWithoutFiles(
  context: Files,
  kind: FileKind,
  after: string,
): Promise<SweptBatch> {
  const rows = await readExpected(context, kind, after);
  const absent = await keepAbsent(context, rows);
  // The version may have changed status meanwhile, or been deleted with its file.
  const still = absent.length > 0 ? await readExpected(context, kind, after) : [];
  const absentKeys = new Set(absent.map(({ key }) => key));
  const missing = await keepAbsent(
    context,
    still.filter(({ key }) => absentKeys.has(key)),
  );
  const keys = [...new Set(missing.map(({ key }) => key))];
  return { after: rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null, missing: keys };
}

interface ExpectedFile extends Record<string, unknown> {
  readonly id: string;
  readonly key: string;
  readonly moved_to?: string;
}

async function readExpected({ db }: Files, kind: FileKind, after: string): Promise<ExpectedFile[]> {
  const { rows } = await db.execute<ExpectedFile>(kind.expected(after, BATCH));
  return rows;
}

/** Checks the key that it moves to last, so that a file moved meanwhile is found there. */
async function keepAbsent({ isStored }: Files, rows: readonly ExpectedFile[]): Promise<ExpectedFile[]> {
  const absent: ExpectedFile[] = [];
  for (const row of rows) {
    const isThere =
      (await isStored(row.key)) || (row.moved_to !== undefined && (await isStored(row.moved_to)));
    if (!isThere) absent.push(row);
  }
  return absent;
}

/** Finds the files of a batch that are of no known kind. */
async function findUnknownFiles({ storage }: SweptContext, after: string): Promise<SweptBatch> {
  const unknown: string[] = [];
  let seen = 0;
  for await (const key of storage.list('', { after })) {
    if (!isKnownKey(key)) unknown.push(key);
    seen += 1;
    if (seen === UNKNOWN_BATCH) return { after: key, unknown };
  }
  return { after: null, unknown };
}

/** Another server may be writing slowly, but an active write is never idle for this long. */
async function removeUnfinishedFiles({ storage }: SweptContext): Promise<SweptBatch> {
  return { after: null, removed: await storage.removeUnfinished(SAFE_AGE_MS) };
}
