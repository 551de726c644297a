import { randomUUID } from 'node:crypto';
import { t } from '#shared/languages/translate.ts';
import { NO_DETAILS } from '#shared/listings/details.ts';
import { initialTexts } from '#shared/listings/listing.ts';
import { emit } from '../../events/emit.ts';
import { requireAllApps } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { requireQuotas } from '../../people/quotas/require.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { appListings } from '../../platform/db/tables/listings.ts';
import { callError } from '../../platform/input/call-error.ts';
import { presentApp } from '../listings/present-app.ts';
import { requireCategory } from '../listings/update-details.ts';

/**
 * `apps.create`: creates a draft app of the caller, whose listing begins with what is given. A taken application
 * id fails with `already-exists`.
 */
export const createApp: Handler<'apps.create'> = async ({ data, caller, context }) => {
  requireAllApps(caller);
  return context.db.transaction(async (tx) => {
    const adding = { apps: 1, draftApps: 1 };
    await requireQuotas(tx, [{ uid: caller.uid, adding, isOwn: true }], context.clock());
    const { category = '', description = '', summary = '' } = data;
    await requireCategory(tx, category, 'category');
    const [created] = await tx
      .insert(apps)
      .values({
        id: randomUUID(),
        ownerUid: caller.uid,
        platform: data.platform,
        applicationId: data.applicationId,
        name: data.name,
        summary: summary || null,
        details: { ...NO_DETAILS, category },
        status: 'draft',
      })
      .onConflictDoNothing({ target: [apps.platform, apps.applicationId] })
      .returning();
    if (!created) {
      throw callError(
        'already-exists',
        () =>
          t`An app with the ID ${data.applicationId} is already in this store. Use the ID from your package. If it’s yours, contact store staff.`,
        { reason: 'id-taken', field: 'applicationId' },
      );
    }
    await tx.insert(appListings).values({
      appId: created.id,
      locale: created.details.defaultLocale,
      texts: { ...initialTexts({ name: data.name, summary }), description },
      // As of a language that was never edited, for those who edit it first.
      revision: 0,
      updatedByUid: caller.uid,
    });
    await emit(tx, {
      by: caller.uid,
      name: 'app.created',
      appId: created.id,
      details: { platform: created.platform, applicationId: created.applicationId, name: created.name },
    });
    return { app: await presentApp(tx, created) };
  });
};
