import { Hono } from 'hono';
import { auditCalls, auditFilterSchema, MAX_EXPORTED_ENTRIES } from '#shared/audit/calls.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { emit } from '../../events/emit.ts';
import { respondWithCsv } from '../../http/csv-response.ts';
import { respondWithCallError } from '../../http/error-response.ts';
import { type Authenticate, requireCaller } from '../../identity/authenticate.ts';
import { authorise } from '../../identity/authorise.ts';
import { countAttempt } from '../../identity/rate-limits.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/open.ts';
import { callError } from '../../platform/input/call-error.ts';
import { checkInput } from '../../platform/input/check.ts';
import { CSV_HEADING, entryLine } from './csv.ts';
import { type AuditFilter, countAudit, listAudit } from './queries.ts';

interface AuditRoutesOptions {
  readonly context: Context;
  readonly authenticate: Authenticate;
}

const EXPORTS_PER_HOUR = 20;
const EXPORT_LIMIT = {
  name: 'export audit',
  max: EXPORTS_PER_HOUR,
  windowSeconds: 3600,
  message: () => t`You can export the audit log ${EXPORTS_PER_HOUR} times an hour.`,
};

/** Entries that are read at once. Few, because details can be long. */
const BATCH = 100;

/**
 * `GET {base}audit/export`: streams the entries that the filters of `audit.list` select, as CSV, newest first. For those
 * who may call `audit.list`; each export is an entry of the log itself. Rejects more than `MAX_EXPORTED_ENTRIES`.
 */
export function createAuditRoutes({ context, authenticate }: AuditRoutesOptions) {
  const { db } = context;
  const app = new Hono();
  app.get('/export', async (c) => {
    const caller = requireCaller(await authenticate(c));
    authorise(auditCalls['audit.list'], caller, context.clock());
    const filter = checkInput(auditFilterSchema, c.req.query());
    await countAttempt(context, EXPORT_LIMIT, caller.uid);
    const entries = await countAudit(db, filter, MAX_EXPORTED_ENTRIES + 1);
    if (entries > MAX_EXPORTED_ENTRIES) {
      throw callError(
        'failed-precondition',
        () =>
          t`These filters select more than ${formatNumber(MAX_EXPORTED_ENTRIES)} entries. Choose fewer days or one app, then export again.`,
        { reason: 'too-many-entries' },
      );
    }
    const lines = csvLines(db, filter);
    const start = (await lines.next()).value ?? '';
    await db.transaction((tx) =>
      emit(tx, { name: 'audit.exported', by: caller.uid, details: { entries, filter } }),
    );
    const day = context.clock().toISOString().slice(0, 10);
    return respondWithCsv(`audit-log-${day}.csv`, prepend(start, lines));
  });
  app.onError(respondWithCallError);
  return app;
}

/** Yields the heading with the first entries, then the others in batches, so that only one is in memory. */
async function* csvLines(db: Db, filter: AuditFilter): AsyncGenerator<string, undefined> {
  let heading = CSV_HEADING;
  let cursor: string | undefined;
  let exported = 0;
  do {
    const page = await listAudit(db, { ...filter, cursor, limit: BATCH });
    yield heading + page.entries.map(entryLine).join('');
    heading = '';
    exported += page.entries.length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && exported < MAX_EXPORTED_ENTRIES);
}

async function* prepend(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}
