import { getTableColumns, sql } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { presentApp } from '../listings/present-app.ts';

const APP_BY_ID = defineStatement(
  'apps.find',
  ({ platform, applicationId }: StatementValues<CallData<'apps.find'>>) => ({
    select: getTableColumns(apps),
    from: sql`FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.applicationId} = ${applicationId}`,
  }),
);

/** `apps.find`: returns an app by its platform and application id, for its members and admins. */
export const findAppById: Handler<'apps.find'> = async ({ data, caller, context: { db } }) => {
  const row = await APP_BY_ID.first(db, data);
  await requireAppRole(db, row, { caller, role: 'viewer' });
  return { app: await presentApp(db, row as AppRow) };
};
