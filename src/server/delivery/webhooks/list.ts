import { sql } from 'drizzle-orm';
import { MAX_LIST_ENTRIES } from '#shared/bounded.ts';
import type { Handler } from '../../identity/handler.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { webhooks } from '../../platform/db/tables/deliveries.ts';
import { presentWebhook, requireOwnApp } from './queries.ts';

const { id, appId, url, events, createdAt, failingSince, disabledAt } = webhooks;

const LIST = defineStatement('webhooks.list', (values: StatementValues<{ appId: string }>) => ({
  select: { id, appId, url, events, createdAt, failingSince, disabledAt },
  from: sql`
    FROM ${webhooks} WHERE ${appId} = ${values.appId}
    ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${sql.raw(String(MAX_LIST_ENTRIES))}`,
}));

/** `webhooks.list`: returns the webhooks of one of the caller's own apps. */
export const listWebhooks: Handler<'webhooks.list'> = async ({ data, caller, context: { db } }) => {
  await requireOwnApp(db, data.appId, caller);
  return { webhooks: (await LIST.all(db, { appId: data.appId })).map(presentWebhook) };
};
