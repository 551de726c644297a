import { sql } from 'drizzle-orm';
import type { Block, Hold } from '#shared/holds/calls.ts';
import { markedFact } from '../../platform/db/marked-fact.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, orNull, type RowOf, type StatementValues } from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { packageBlocks, storeHolds } from '../../platform/db/tables/holds.ts';
import { users } from '../../platform/db/tables/users.ts';
import { versions } from '../../platform/db/tables/versions.ts';

type Uid = Parameters<typeof nameOf>[0];

/** Selects the name of a user; null for one without, or whose account was deleted. */
function nameOf(
  uid: typeof storeHolds.createdByUid | typeof storeHolds.liftedByUid | ReturnType<typeof sql>,
) {
  return sql<string | null>`(
    SELECT coalesce(${users.developerName}, ${users.displayName}, ${users.email})
    FROM ${users} WHERE ${users.uid} = ${uid})`;
}

const publisherUid = sql<string | null>`coalesce(${apps.ownerUid},
  CASE WHEN ${storeHolds.subject} = 'publisher' THEN ${storeHolds.subjectId} END)`;

const decisionColumns = <Table extends typeof storeHolds | typeof packageBlocks>(table: Table) => ({
  id: table.id,
  decisionId: table.decisionId,
  kind: table.kind,
  reason: table.reason,
  note: table.note,
  createdAt: table.createdAt,
  createdByUid: table.createdByUid,
  createdByName: nameOf(table.createdByUid as Uid),
  liftedAt: table.liftedAt,
  liftedByUid: table.liftedByUid,
  liftedByName: nameOf(table.liftedByUid as Uid),
  liftReason: table.liftReason,
});

const holdColumns = {
  ...decisionColumns(storeHolds),
  subject: storeHolds.subject,
  subjectId: storeHolds.subjectId,
  reviewAt: storeHolds.reviewAt,
  appId: orNull(apps.id),
  appName: orNull(apps.name),
  applicationId: orNull(apps.applicationId),
  platform: orNull(apps.platform),
  appStatus: orNull(apps.status),
  versionName: markedFact(versions.package, 'versionName'),
  publisherUid,
  publisherName: nameOf(publisherUid),
};

const joinSubjects = sql`
  LEFT JOIN ${versions} ON ${storeHolds.subject} = 'version' AND ${versions.id} = ${storeHolds.subjectId}
  LEFT JOIN ${apps} ON ${apps.id} = CASE ${storeHolds.subject}
    WHEN 'version' THEN ${versions.appId} WHEN 'app' THEN ${storeHolds.subjectId} END`;

const HOLD_BY_ID = defineStatement('holds.one', ({ id }: StatementValues<{ id: string }>) => ({
  select: holdColumns,
  from: sql`FROM ${storeHolds} ${joinSubjects} WHERE ${storeHolds.id} = ${id}`,
}));

/** Returns a hold as the API has it; null when there is none. */
export async function readHold(db: Db | Tx, id: string): Promise<Hold | null> {
  const row = await HOLD_BY_ID.first(db, { id });
  return row && presentHold(row);
}

interface ListValues {
  readonly subjectId: string;
  readonly afterTime: string;
  readonly afterId: string;
  readonly limit: number;
}

type HoldState = 'active' | 'lifted';

/** The condition, order and start of a page: active ones the oldest first, lifted ones the last first. */
function pageOf(
  table: typeof storeHolds | typeof packageBlocks,
  state: HoldState,
  values: StatementValues<ListValues>,
) {
  const { afterTime, afterId } = values;
  return state === 'active'
    ? sql`${table.liftedAt} IS NULL AND (${afterTime}::text = ''
          OR (${table.createdAt}, ${table.id}) > (nullif(${afterTime}::text, '')::timestamptz, ${afterId}))`
    : sql`${table.liftedAt} IS NOT NULL AND (${afterTime}::text = ''
          OR (${table.liftedAt}, ${table.id}) < (nullif(${afterTime}::text, '')::timestamptz, ${afterId}))`;
}

function orderOf(table: typeof storeHolds | typeof packageBlocks, state: HoldState) {
  return state === 'active'
    ? sql`ORDER BY ${table.createdAt}, ${table.id}`
    : sql`ORDER BY ${table.liftedAt} DESC, ${table.id} DESC`;
}

const listHolds = (state: HoldState, isOfSubject: boolean) =>
  defineStatement(
    `holds.list:${state}${isOfSubject ? ':subject' : ''}`,
    (values: StatementValues<ListValues>) => ({
      select: holdColumns,
      from: sql`FROM (
        SELECT * FROM ${storeHolds} WHERE ${pageOf(storeHolds, state, values)}
        ${isOfSubject ? sql`AND ${storeHolds.subjectId} = ${values.subjectId}` : sql``}
        ${orderOf(storeHolds, state)} LIMIT ${values.limit}
      ) holds ${joinSubjects} ${orderOf(storeHolds, state)}`,
    }),
  );

/** The statements that list holds, by state, of all subjects and of one. */
export const HOLD_LISTS = {
  active: { all: listHolds('active', false), ofSubject: listHolds('active', true) },
  lifted: { all: listHolds('lifted', false), ofSubject: listHolds('lifted', true) },
};

const blockColumns = { ...decisionColumns(packageBlocks), by: packageBlocks.by, value: packageBlocks.value };

const listBlocks = (state: HoldState) =>
  defineStatement(`blocks.list:${state}`, (values: StatementValues<Omit<ListValues, 'subjectId'>>) => ({
    select: blockColumns,
    from: sql`FROM ${packageBlocks}
      WHERE ${pageOf(packageBlocks, state, values as StatementValues<ListValues>)}
      ${orderOf(packageBlocks, state)} LIMIT ${values.limit}`,
  }));

/** The statements that list blocks, by state. */
export const BLOCK_LISTS = { active: listBlocks('active'), lifted: listBlocks('lifted') };

const BLOCK_BY_ID = defineStatement('blocks.one', ({ id }: StatementValues<{ id: string }>) => ({
  select: blockColumns,
  from: sql`FROM ${packageBlocks} WHERE ${packageBlocks.id} = ${id}`,
}));

/** Returns a block as the API has it; null when there is none. */
export async function readBlock(db: Db | Tx, id: string): Promise<Block | null> {
  const row = await BLOCK_BY_ID.first(db, { id });
  return row && presentBlock(row);
}

type DecisionRow = Pick<
  RowOf<typeof holdColumns>,
  'createdAt' | 'createdByUid' | 'createdByName' | 'liftedAt' | 'liftedByUid' | 'liftedByName' | 'liftReason'
>;

function presentDecision(row: DecisionRow): Pick<Hold, 'createdAt' | 'createdBy' | 'lifted'> {
  const { liftedAt, liftedByUid, liftedByName, liftReason } = row;
  return {
    createdAt: row.createdAt.toISOString(),
    createdBy: { uid: row.createdByUid, name: row.createdByName },
    lifted: liftedAt && {
      at: liftedAt.toISOString(),
      by: { uid: liftedByUid ?? '', name: liftedByName },
      reason: liftReason ?? '',
    },
  };
}

/** Converts a row of `HOLD_LISTS` to the shape of the API. */
export function presentHold(row: RowOf<typeof holdColumns>): Hold {
  const { id, decisionId, subject, subjectId, kind, reason, note, versionName } = row;
  const { appId, appName, applicationId, platform, appStatus } = row;
  return {
    ...presentDecision(row),
    id,
    decisionId,
    subject,
    subjectId,
    kind,
    reason,
    note,
    reviewAt: row.reviewAt.toISOString(),
    versionName,
    app:
      appId && appName !== null && applicationId !== null && platform && appStatus
        ? { id: appId, name: appName, applicationId, platform, status: appStatus }
        : null,
    publisher: row.publisherUid === null ? null : { uid: row.publisherUid, name: row.publisherName },
  };
}

/** Converts a row of `BLOCK_LISTS` to the shape of the API. */
export function presentBlock(row: RowOf<typeof blockColumns>): Block {
  const { id, decisionId, by, value, kind, reason, note } = row;
  return { ...presentDecision(row), id, decisionId, by, value, kind, reason, note };
}
