import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { App, AppSort } from '#shared/apps/app.ts';
import type { Platform } from '#shared/packages/platform.ts';
import type { AppStatus } from '#shared/statuses/app-status.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Page } from '../../platform/db/paging.ts';
import { containsOneOf, isSearchable, searchPatterns } from '../../platform/db/search.ts';
import { defineStatement, type Statement, type StatementValues } from '../../platform/db/statement.ts';
import { appMembers, apps } from '../../platform/db/tables/apps.ts';
import { appColumns, joinNewestAndLiveVersion, presentAppRow } from '../listings/present-app.ts';
import { afterApp, appCursor, orderApps, readAppCursor } from './list-order.ts';

export interface AppFilter extends Page {
  /** Only apps that this user publishes or works on. */
  readonly memberUid?: string | undefined;
  /** Only these apps, such as those to which an API token is limited. */
  readonly ids?: readonly string[] | null;
  readonly status?: AppStatus | undefined;
  readonly platform?: Platform | undefined;
  readonly sort: AppSort;
  /** Part of a name or an application id. */
  readonly query?: string | undefined;
}

/** Returns one page of apps in the requested order. */
export async function findApps(
  db: Db,
  filter: AppFilter,
): Promise<{ apps: App[]; nextCursor: string | null }> {
  const { memberUid = '', ids, status = '', platform = '', sort, query, cursor, limit } = filter;
  if (query && !isSearchable(query)) return { apps: [], nextCursor: null };
  const patterns = query ? searchPatterns(query) : [];
  const rows = await statementFor(filter, patterns.length).all(db, {
    memberUid,
    ids: ids ?? [],
    status,
    platform,
    ...readAppCursor(sort, cursor),
    limit: limit + 1,
    pattern: patterns[0] ?? '',
    otherPattern: patterns[1] ?? '',
  });
  const listed = rows.slice(0, limit).map(presentAppRow);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return { apps: listed, nextCursor: last ? appCursor(sort, last) : null };
}

interface ListValues {
  readonly memberUid: string;
  readonly ids: readonly string[];
  readonly status: string;
  readonly platform: string;
  readonly lastValue: string;
  readonly lastId: string;
  readonly limit: number;
  readonly pattern: string;
  readonly otherPattern: string;
}
type ListStatement = Statement<ListValues, Parameters<typeof presentAppRow>[0]>;

const statements = new Map<string, ListStatement>();

/** Returns the statement for the filters that are set. Each combination has one, times four sort orders. */
export function statementFor(filter: AppFilter, patterns = 0): ListStatement {
  const set = (['memberUid', 'ids', 'status', 'platform', 'cursor'] as const).filter((name) => filter[name]);
  const name = ['apps.list', filter.sort, ...set, ...(patterns > 0 ? [`search${patterns}`] : [])].join(':');
  const known = statements.get(name);
  if (known) return known;
  const made = defineStatement(name, buildList(filter, patterns), { isReplanned: patterns > 0 });
  statements.set(name, made);
  return made;
}

const a = alias(apps, 'a');

const buildList = (filter: AppFilter, patterns: number) => (values: StatementValues<ListValues>) => {
  const { sort } = filter;
  const conditions = [
    filter.ids && sql`${apps.id} = ANY(${values.ids}::text[])`,
    filter.status && sql`${apps.status} = ${values.status}`,
    filter.platform && sql`${apps.platform} = ${values.platform}`,
    patterns > 0 &&
      containsOneOf(
        [apps.name, apps.applicationId],
        [values.pattern, values.otherPattern].slice(0, patterns),
      ),
    filter.cursor && afterApp(sort, apps, { value: sql`${values.lastValue}`, id: sql`${values.lastId}` }),
  ].filter((condition): condition is SQL => Boolean(condition));
  /** The page is cut before owners and versions are joined: a prepared plan doesn't know how few rows there are. */
  const page = (from: SQL, whose: readonly SQL[]) => sql`
    SELECT ${apps}.* FROM ${from} WHERE ${sql.join([sql`true`, ...whose, ...conditions], sql` AND `)}
    ORDER BY ${orderApps(sort, apps)} LIMIT ${values.limit}`;
  const uid = values.memberUid;
  // Two branches, each in the order of an index: a condition over both would read the whole table.
  const mine = sql`
    SELECT * FROM (
      (${page(sql`${apps}`, [sql`${apps.ownerUid} = ${uid}`])})
      UNION ALL
      (${page(sql`${appMembers} JOIN ${apps} ON ${apps.id} = ${appMembers.appId}`, [
        sql`${appMembers.uid} = ${uid}`,
        sql`${apps.ownerUid} <> ${uid}`,
      ])})
    ) a ORDER BY ${orderApps(sort, a)} LIMIT ${values.limit}`;
  return {
    select: appColumns,
    from: sql`
      FROM (${filter.memberUid ? mine : page(sql`${apps}`, [])}) a ${joinNewestAndLiveVersion}
      ORDER BY ${orderApps(sort, a)}`,
  };
};
