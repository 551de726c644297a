import { sql } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import type { Handler } from '../../identity/handler.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';

const TAKEN = defineStatement(
  'apps.checkId',
  ({ platform, applicationId }: StatementValues<CallData<'apps.checkId'>>) => ({
    select: { id: apps.id },
    from: sql`
      FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.applicationId} = ${applicationId}`,
  }),
);

/** `apps.checkId`: returns whether an application id is taken. */
export const checkApplicationId: Handler<'apps.checkId'> = async ({ data, context: { db } }) => ({
  isTaken: (await TAKEN.first(db, data)) !== null,
});
