import { and, eq } from 'drizzle-orm';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { presentApp } from '../listings/present-app.ts';

/** `apps.find`: returns an app by its platform and application id, for its members and admins. */
export const findAppById: Handler<'apps.find'> = async ({ data, caller, context: { db } }) => {
  const condition = and(eq(apps.platform, data.platform), eq(apps.applicationId, data.applicationId));
  const [row] = await db.select().from(apps).where(condition);
  await requireAppRole(db, row, { caller, role: 'viewer' });
  return { app: await presentApp(db, row as AppRow) };
};
