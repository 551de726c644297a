import { type SQL, sql } from 'drizzle-orm';
import type { Consequences } from '#shared/holds/calls.ts';
import type { HoldSubject, StopBy } from '#shared/holds/hold.ts';
import { readLibrary } from '#shared/holds/stop-value.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { isLive } from '../lifecycle/conditions.ts';

/** A parameter of a statement, or a value. */
type Parameter = SQL | string | StatementValues<{ value: string }>['value'];

/** Returns what `hasInCommon` compares with: a library is looked up as JSON. */
export function comparedValue(by: StopBy, value: string): string {
  return by === 'library' ? JSON.stringify([readLibrary(value)]) : value;
}

/** Selects versions and their apps by what they have in common; `value` is that of `comparedValue`. */
export function hasInCommon(by: StopBy, value: Parameter): SQL {
  if (by === 'publisher') return sql`${apps.ownerUid} = ${value}`;
  if (by === 'file') return sql`${versions.sha256} = ${value}`;
  if (by === 'library') return sql`(${versions.package}->'nativeLibraries') @> ${value}::jsonb`;
  const listed = sql`jsonb_build_array(jsonb_build_object('sha256', ${value}::text))`;
  return sql`(${versions.signature} @> jsonb_build_object('signers', jsonb_build_array(${value}::text))
    OR ${versions.signature} @> jsonb_build_object('certificates', ${listed})
    OR ${versions.signature} @> jsonb_build_object('lineage', ${listed}))`;
}

/** Selects the versions and apps that a hold stops. */
export function isOfSubject(subject: HoldSubject, id: Parameter): SQL {
  if (subject === 'version') return sql`${versions.id} = ${id}`;
  return subject === 'app' ? sql`${apps.id} = ${id}` : sql`${apps.ownerUid} = ${id}`;
}

/** The apps with their versions that were not deleted. */
export const appsAndVersions = sql`
  FROM ${apps} LEFT JOIN ${versions} ON ${versions.appId} = ${apps.id} AND ${versions.deletedAt} IS NULL`;

const countOf = (name: string, condition: (value: Parameter) => SQL) =>
  defineStatement(
    name,
    ({ value }: StatementValues<{ value: string }>) => ({
      select: {
        publishers: sql<number>`count(DISTINCT ${apps.ownerUid})::int`,
        apps: sql<number>`count(DISTINCT ${apps.id})::int`,
        versions: sql<number>`count(${versions.id})::int`,
        liveVersions: sql<number>`(count(*) FILTER (WHERE ${isLive}))::int`,
      },
      from: sql`${appsAndVersions} WHERE ${condition(value)}`,
    }),
    // A certificate may have signed one version or most of them.
    { isReplanned: true },
  );

const countInCommon = (by: StopBy) => countOf(`stops.preview:${by}`, (value) => hasInCommon(by, value));
const IN_COMMON = {
  publisher: countInCommon('publisher'),
  certificate: countInCommon('certificate'),
  file: countInCommon('file'),
  library: countInCommon('library'),
};

const countSubject = (of: HoldSubject) => countOf(`holds.preview:${of}`, (value) => isOfSubject(of, value));
const OF_SUBJECT = {
  version: countSubject('version'),
  app: countSubject('app'),
  publisher: countSubject('publisher'),
};

const NOTHING: Consequences = { publishers: 0, apps: 0, versions: 0, liveVersions: 0 };

/** Counts what has something in common. */
export async function countInCommonBy(db: Db, by: StopBy, value: string): Promise<Consequences> {
  return (await IN_COMMON[by].first(db, { value: comparedValue(by, value) })) ?? NOTHING;
}

/** Counts what a hold stops. */
export async function countSubjectOf(db: Db, subject: HoldSubject, id: string): Promise<Consequences> {
  return (await OF_SUBJECT[subject].first(db, { value: id })) ?? NOTHING;
}
