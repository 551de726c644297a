import { type SQL, sql } from 'drizzle-orm';
import {
  freesAt,
  limitInUnits,
  QUOTA_NAMES,
  type QuotaLimits,
  type QuotaName,
  type QuotaUsage,
} from '#shared/quotas/quotas.ts';
import { APPROVED_ONCE } from '#shared/statuses/version-status.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type Statement, type StatementValues } from '../../platform/db/statement.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { users } from '../../platform/db/tables/users.ts';
import { readSettings } from '../../platform/settings.ts';

/** The account whose usage is counted, and the time: daily quotas restart every day (UTC). */
export interface QuotaAccount {
  readonly uid: string;
  readonly now: Date;
}

interface UsageValues {
  readonly uid: string;
  /** The current day (UTC). */
  readonly day: string;
}

/** Queries that count the usage of each quota. */
const COUNTED: Readonly<Record<QuotaName, (values: StatementValues<UsageValues>) => SQL>> = {
  apps: ({ uid }) => sql`SELECT count(*) FROM apps WHERE owner_uid = ${uid} AND status <> 'removed'`,
  draftApps: ({ uid }) =>
    sql`SELECT count(*) FROM apps a WHERE a.owner_uid = ${uid} AND ${isUndecided(sql`a`)}`,
  openUploads: ({ uid }) => sql`SELECT count(*) FROM (${openUploadsOf(uid)}) AS open`,
  // The apps are one array, so that each index is read once in its order, and not once for each app.
  storedMegabytes: ({ uid }) => sql`
    SELECT coalesce((
      SELECT sum(v.size) FROM versions v WHERE v.app_id = ANY(own.apps) AND v.file_removed_at IS NULL), 0)
    + coalesce((SELECT sum(g.size) FROM app_graphics g WHERE g.app_id = ANY(own.apps)), 0)
    + coalesce((SELECT sum(s.size) FROM staged_graphics s WHERE s.app_id = ANY(own.apps)), 0)
    FROM (SELECT ARRAY(SELECT id FROM apps WHERE owner_uid = ${uid}) AS apps OFFSET 0) AS own`,
  dailyUploadMegabytes: ({ uid, day }) => sql`
    SELECT coalesce((SELECT bytes FROM upload_days WHERE uid = ${uid} AND day = ${day}::date), 0)
    + coalesce((SELECT sum(open.size - open.received_bytes) FROM (${openUploadsOf(uid)}) AS open), 0)`,
};

/** Selects the unfinished uploads of a user's apps, and those that they started for others. */
function openUploadsOf(uid: StatementValues<UsageValues>['uid']): SQL {
  return sql`
    SELECT v.id, v.size, v.received_bytes FROM versions v
    WHERE v.status = 'uploading' AND v.created_by_uid = ${uid}
    UNION
    SELECT v.id, v.size, v.received_bytes FROM versions v JOIN apps a ON a.id = v.app_id
    WHERE v.status = 'uploading' AND a.owner_uid = ${uid}`;
}

const statements = new Map<string, Statement<UsageValues, Record<string, number>>>();

/** Returns the statement that counts these quotas. */
function statementFor(quotas: readonly QuotaName[]) {
  // Their names together would be longer than PostgreSQL allows.
  const name = ['usage', ...quotas.map((quota) => QUOTA_NAMES.indexOf(quota))].join(':');
  const known = statements.get(name);
  if (known) return known;
  const made = defineStatement(name, (values: StatementValues<UsageValues>) => ({
    select: Object.fromEntries(
      quotas.map((quota) => [quota, sql<number>`(${COUNTED[quota](values)})::float8`]),
    ),
    from: sql``,
  }));
  statements.set(name, made);
  return made;
}

/** Returns the amounts that an app adds to a new publisher's quotas. */
export async function measureApp(
  db: Db | Tx,
  { id }: Pick<AppRow, 'id'>,
): Promise<Partial<Record<QuotaName, number>>> {
  const { rows } = await db.execute<
    Record<'apps' | 'draftApps' | 'openUploads' | 'storedMegabytes', number>
  >(sql`
    SELECT (a.status <> 'removed')::int AS apps, (${isUndecided(sql`a`)})::int AS "draftApps",
      (SELECT count(*) FROM versions v WHERE v.app_id = a.id AND v.status = 'uploading')::float8 AS "openUploads",
      (coalesce((SELECT sum(v.size) FROM versions v WHERE v.app_id = a.id AND v.file_removed_at IS NULL), 0)
        + coalesce((SELECT sum(g.size) FROM app_graphics g WHERE g.app_id = a.id), 0)
        + coalesce((SELECT sum(s.size) FROM staged_graphics s WHERE s.app_id = a.id), 0))::float8 AS "storedMegabytes"
    FROM apps a WHERE a.id = ${id}`);
  return rows[0] ?? {};
}

/** Selects apps that reserve their application id without ever having an approved version. */
function isUndecided(app: SQL): SQL {
  return sql`${app}.status = 'draft' AND NOT EXISTS (
    SELECT FROM versions v
    WHERE v.app_id = ${app}.id AND ${oneOf(sql`v.status`, APPROVED_ONCE)})`;
}

/** Returns an account's usage of some quotas. */
export async function readUsage(
  db: Db | Tx,
  account: QuotaAccount,
  quotas: readonly QuotaName[] = QUOTA_NAMES,
): Promise<QuotaUsage[]> {
  const limits = await readLimits(db, account.uid);
  const day = account.now.toISOString().slice(0, 10);
  const row = await statementFor(quotas).first(db, { uid: account.uid, day });
  return quotas.map((quota) => ({
    quota,
    used: row?.[quota] ?? 0,
    limit: limitInUnits(quota, limits[quota]),
    freesAt: freesAt(quota, account.now)?.toISOString() ?? null,
  }));
}

const OVERRIDES = defineStatement('quota-overrides', ({ uid }: StatementValues<{ uid: string }>) => ({
  select: { quotas: users.quotas },
  from: sql`FROM ${users} WHERE ${users.uid} = ${uid}`,
}));

/** Returns an account's limits of its own; null when there is no such account. */
export async function readOverrides(db: Db | Tx, uid: string): Promise<Partial<QuotaLimits> | null> {
  return (await OVERRIDES.first(db, { uid }))?.quotas ?? null;
}

/** Returns the store's limits, overridden by the account's own. */
async function readLimits(db: Db | Tx, uid: string): Promise<QuotaLimits> {
  const { quotas } = await readSettings(db);
  return { ...quotas, ...(await readOverrides(db, uid)) };
}
