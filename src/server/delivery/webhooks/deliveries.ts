import { getTableColumns, sql } from 'drizzle-orm';
import type { Handler } from '../../identity/handler.ts';
import { cursorOf, readTimeCursor } from '../../platform/db/paging.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { webhookDeliveries } from '../../platform/db/tables/deliveries.ts';
import { findOwnWebhook, presentDelivery } from './queries.ts';

interface ListValues {
  readonly webhookId: string;
  readonly afterTime: string;
  readonly afterId: string;
  readonly limit: number;
}

const { createdAt, id } = webhookDeliveries;

const listAfter =
  (isAfter: boolean) =>
  ({ webhookId, afterTime, afterId, limit }: StatementValues<ListValues>) => ({
    select: getTableColumns(webhookDeliveries),
    from: sql`
      FROM ${webhookDeliveries} WHERE ${webhookDeliveries.webhookId} = ${webhookId}
        ${isAfter ? sql`AND (${createdAt}, ${id}) < (${afterTime}::timestamptz, ${afterId})` : sql``}
      ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${limit}`,
  });

const LIST = defineStatement('webhooks.deliveries', listAfter(false));
const LIST_AFTER = defineStatement('webhooks.deliveries:after', listAfter(true));

/** `webhooks.deliveries`: returns a webhook's deliveries with their results, newest first. */
export const listDeliveries: Handler<'webhooks.deliveries'> = async ({ data, caller, context: { db } }) => {
  const { cursor, limit } = data;
  const webhook = await findOwnWebhook(db, data.webhookId, caller);
  const values = { webhookId: webhook.id, ...readTimeCursor(cursor), limit: limit + 1 };
  const rows = await (cursor === undefined ? LIST : LIST_AFTER).all(db, values);
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return {
    deliveries: listed.map(presentDelivery),
    nextCursor: last ? cursorOf(last.createdAt, last.id) : null,
  };
};
