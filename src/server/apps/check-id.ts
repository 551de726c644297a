import { and, eq } from 'drizzle-orm';
import type { Handler } from '../callable.ts';
import { apps } from '../db/tables.ts';

/** `apps.checkId`: whether somebody has an app with this id already. */
export const checkApplicationId: Handler<'apps.checkId'> = async ({ data, context: { db } }) => {
  const [taken] = await db
    .select({ id: apps.id })
    .from(apps)
    .where(and(eq(apps.platform, data.platform), eq(apps.applicationId, data.applicationId)));
  return { isTaken: taken !== undefined };
};
