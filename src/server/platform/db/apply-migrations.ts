import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationMeta } from 'drizzle-orm/migrator';
import { type ClientBase, DatabaseError, escapeIdentifier } from 'pg';
import { type MigrationStep, namesOfLocked, planSteps } from './migration-steps.ts';
import { beginSecondStep, readFirstStep } from './second-steps.ts';

/** Milliseconds that a step waits for a lock. Everybody who needs the table queues behind it meanwhile. */
const LOCK_WAIT_MS = 250;
/** Milliseconds to wait for a lock for which nobody queues: twice PostgreSQL's `deadlock_timeout`, when an autovacuum gives way. */
const AUTOVACUUM_WAIT_MS = 2_000;
/** Milliseconds in which those who queued can work, before the next attempt. */
const PAUSE_MS = 1_000;
/** Attempts before a migration fails: about ten minutes. */
const MAX_ATTEMPTS = 500;
/** Pages of 8 KiB in the first batch: one or two thousand rows. */
const FIRST_BATCH_PAGES = 32;
const MAX_BATCH_PAGES = 1024;
/**
 * A batch changes a part of the rows of each page, so that the rows of the next part find room in place of the old ones: rows
 * that stay on their page need no new entries in indexes.
 */
const BATCH_PARTS = 10;
/** Milliseconds that a batch should take, for which those who write its rows wait. */
const BATCH_MS = 100;
/** Passes over a table until a batched change finds nothing more. What writers still add then, a validation reports. */
const MAX_PASSES = 10;

/** lock_not_available and deadlock_detected: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const RETRIED: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/**
 * Runs the migrations that a database doesn't have yet, each in steps (`planSteps`). What a step did is recorded in its
 * transaction, so an interrupted migration continues with the next one. The caller holds the lock of migrations.
 */
export async function applyMigrations(
  client: ClientBase,
  migrations: readonly MigrationMeta[],
): Promise<void> {
  await createRecords(client);
  const { rows } = await client.query<{ last: string | null }>(
    'SELECT max(created_at)::text AS last FROM drizzle.__drizzle_migrations',
  );
  const last = Number(rows[0]?.last ?? -1);
  for (const migration of migrations) {
    if (migration.folderMillis > last) await applyMigration(client, migration);
  }
}

/** Creates drizzle-kit's table of migrations. Only when it is missing, because that needs more rights. */
async function createRecords(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists`,
  );
  if (rows[0].exists) return;
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS drizzle;
    CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`);
}

async function applyMigration(client: ClientBase, migration: MigrationMeta): Promise<void> {
  const steps = planSteps(migration.sql);
  const done = await countDoneSteps(client, migration);
  const first = readFirstStep(migration.sql[0] ?? '');
  if (first) await beginSecondStep(client, migration.folderMillis, first);
  for (const [index, step] of steps.entries()) {
    if (index < done) continue;
    const record =
      index === steps.length - 1
        ? () => recordMigration(client, migration)
        : () => recordStep(client, migration, index + 1);
    await runStep(client, step, record);
  }
}

/** Returns the number of steps that an interrupted run finished. */
async function countDoneSteps(client: ClientBase, { folderMillis }: MigrationMeta): Promise<number> {
  const { rows: exists } = await client.query(`SELECT to_regclass('drizzle.__unfinished') AS found`);
  if (exists[0].found === null) return 0;
  const { rows } = await client.query('SELECT steps FROM drizzle.__unfinished WHERE created_at = $1', [
    folderMillis,
  ]);
  return rows[0]?.steps ?? 0;
}

async function recordStep(client: ClientBase, { folderMillis }: MigrationMeta, steps: number): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__unfinished (created_at bigint PRIMARY KEY, steps integer NOT NULL)',
  );
  await client.query(
    `INSERT INTO drizzle.__unfinished VALUES ($1, $2) ON CONFLICT (created_at) DO UPDATE SET steps = excluded.steps`,
    [folderMillis, steps],
  );
}

async function recordMigration(client: ClientBase, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
    hash,
    folderMillis,
  ]);
  await client.query('DROP TABLE IF EXISTS drizzle.__unfinished');
}

async function runStep(client: ClientBase, step: MigrationStep, record: () => Promise<void>): Promise<void> {
  switch (step.kind) {
    case 'transaction':
      return inTransaction(client, async () => {
        await stopAutovacuum(client, step.statements);
        for (const statement of step.statements) await client.query(statement);
        await record();
      });
    case 'index':
      await retryLocked(() => changeIndex(client, step));
      break;
    case 'batches':
      await runBatches(client, step);
      break;
  }
  await inTransaction(client, record);
}

/** An interrupted attempt leaves an index that isn't valid; one that was only not recorded is there already. */
async function changeIndex(
  client: ClientBase,
  { statement, index }: Extract<MigrationStep, { kind: 'index' }>,
): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [escapeIdentifier(index)],
  );
  const isCreated = /^CREATE/i.test(statement);
  if (isCreated && rows[0]?.valid) return;
  if (isCreated && rows[0]) await client.query(`DROP INDEX CONCURRENTLY ${escapeIdentifier(index)}`);
  // Its locks block nobody, and it waits for transactions that were there before it.
  if (isCreated || rows[0]) await client.query(statement);
}

/**
 * Runs a change range by range over the whole table. A row that somebody else writes meanwhile can move into a range that is
 * done, so there are further passes until one changes nothing; the change skips rows that have it.
 */
async function runBatches(
  client: ClientBase,
  { statement, table }: Extract<MigrationStep, { kind: 'batches' }>,
): Promise<void> {
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    // Later passes find few rows.
    const changed = await runPass(client, { statement, table, parts: pass === 0 ? BATCH_PARTS : 1 });
    if (changed === 0) return;
  }
}

interface TablePass {
  readonly statement: string;
  readonly table: string;
  readonly parts: number;
}

/** Runs a change once over the whole table, and returns the number of rows that it changed. */
async function runPass(client: ClientBase, { statement, table, parts }: TablePass): Promise<number> {
  const { rows } = await client.query<{ pages: string }>(
    `SELECT pg_relation_size($1::regclass) / current_setting('block_size')::int AS pages`,
    [escapeIdentifier(table)],
  );
  const ofPart = statement.replace(/ctid < \$2/i, `$& AND (ctid::text::point)[1]::int % $3::int = $4::int`);
  let changed = 0;
  let batchPages = FIRST_BATCH_PAGES;
  for (let page = 0; page < Number(rows[0]?.pages); ) {
    const range = [`(${page},0)`, `(${page + batchPages},0)`];
    page += batchPages;
    let tookMs = 0;
    for (let part = 0; part < parts; part += 1) {
      await inTransaction(client, async () => {
        // A crash can lose batches, which are then done again: the step is recorded only after all of them.
        await client.query('SET LOCAL synchronous_commit = off');
        const started = performance.now();
        changed += (await client.query(ofPart, [...range, parts, part])).rowCount ?? 0;
        // Attempts that got no lock don't count.
        tookMs += performance.now() - started;
      });
    }
    batchPages = adjustBatch(batchPages, tookMs / parts);
  }
  return changed;
}

/** Returns the pages of the next batches, after those of a range took some milliseconds each. */
export function adjustBatch(pages: number, tookMs: number): number {
  const factor = Math.min(1.2, Math.max(0.5, BATCH_MS / tookMs));
  // Rounded up, so that a batch of a single page grows again.
  const next = factor > 1 ? Math.ceil(pages * factor) : Math.floor(pages * factor);
  return Math.min(MAX_BATCH_PAGES, Math.max(1, next));
}

/**
 * Locks the tables whose locks statements need, so that others can read and write. PostgreSQL stops an autovacuum for somebody
 * who waits longer than a step may wait for the lock that keeps readers out.
 */
async function stopAutovacuum(client: ClientBase, statements: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT name FROM unnest($1::text[]) AS name
     JOIN pg_class ON pg_class.oid = to_regclass(quote_ident(name)) AND relkind IN ('r', 'p') ORDER BY name`,
    [statements.flatMap(namesOfLocked)],
  );
  await client.query(`SET LOCAL lock_timeout = '${AUTOVACUUM_WAIT_MS}ms'`);
  for (const { name } of rows)
    await client.query(`LOCK TABLE ${escapeIdentifier(name)} IN SHARE UPDATE EXCLUSIVE MODE`);
  await client.query(`SET LOCAL lock_timeout = '${LOCK_WAIT_MS}ms'`);
}

/** Runs work in a transaction that waits only briefly for locks, and again when it got none. */
async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await retryLocked(async () => {
    await client.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_WAIT_MS}ms'`);
    try {
      await work();
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      throw error;
    }
  });
}

async function retryLocked(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isRetried = error instanceof DatabaseError && RETRIED.has(error.code);
      if (!isRetried || attempt >= MAX_ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
