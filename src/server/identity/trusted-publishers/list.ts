import { eq, sql } from 'drizzle-orm';
import { MAX_LIST_ENTRIES } from '#shared/bounded.ts';
import type { TrustedPublisher } from '#shared/trusted-publishers/calls.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type RowOf, type StatementValues } from '../../platform/db/statement.ts';
import { type TrustedPublisherRow, trustedPublishers } from '../../platform/db/tables/tokens.ts';
import { users } from '../../platform/db/tables/users.ts';
import { notFound, requireApp } from '../app-access.ts';
import type { Caller } from '../authenticate.ts';
import type { Handler } from '../handler.ts';

const { id, appId, ownerUid, issuer, source, scopes, createdAt, lastUsedAt } = trustedPublishers;

const select = {
  id,
  appId,
  ownerUid,
  ownerName: sql<string>`coalesce(${users.displayName}, ${users.email})`,
  issuer,
  source,
  scopes,
  createdAt,
  lastUsedAt,
};

const joined = sql`FROM ${trustedPublishers} JOIN ${users} ON ${users.uid} = ${ownerUid}`;

const LIST = defineStatement('trusted-publishers.list', (values: StatementValues<{ appId: string }>) => ({
  select,
  from: sql`${joined} WHERE ${appId} = ${values.appId}
    ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${sql.raw(String(MAX_LIST_ENTRIES))}`,
}));

const ONE = defineStatement('trusted-publisher', (values: StatementValues<{ id: string }>) => ({
  select,
  from: sql`${joined} WHERE ${id} = ${values.id}`,
}));

/** `trustedPublishers.list`: returns the trusted publishers of one of the caller's own apps, newest first. */
export const listTrustedPublishers: Handler<'trustedPublishers.list'> = async ({
  data,
  caller,
  context: { db },
}) => {
  await requireApp(db, data.appId, { caller, role: 'owner' });
  return { trustedPublishers: (await LIST.all(db, { appId: data.appId })).map(presentPublisher) };
};

/** Returns a trusted publisher as calls present it. */
export async function readTrustedPublisher(
  db: Db | Tx,
  trustedPublisherId: string,
): Promise<TrustedPublisher> {
  const row = await ONE.first(db, { id: trustedPublisherId });
  if (!row) throw notFound();
  return presentPublisher(row);
}

/** Returns a trusted publisher of one of the caller's own apps, locked. Throws `not-found`. */
export async function lockTrustedPublisher(
  tx: Tx,
  trustedPublisherId: string,
  caller: Caller,
): Promise<TrustedPublisherRow> {
  const [row] = await tx.select().from(trustedPublishers).where(eq(id, trustedPublisherId)).for('update');
  if (!row) throw notFound();
  await requireApp(tx, row.appId, { caller, role: 'owner' });
  return row;
}

function presentPublisher({
  ownerUid: uid,
  ownerName: name,
  ...row
}: RowOf<typeof select>): TrustedPublisher {
  return {
    ...row,
    savedBy: { uid, name },
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
