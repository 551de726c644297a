import { randomUUID } from 'node:crypto';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import type { Handler } from '../callable.ts';
import { apps } from '../db/tables.ts';
import { presentApp } from './queries.ts';

/** `apps.create`: a new draft app of the caller. An application id that anybody has taken is `already-exists`. */
export const createApp: Handler<'apps.create'> = async ({ data, caller, context }) => {
  if (caller.via === 'token' && caller.appIds) {
    throw new CallError(
      'permission-denied',
      'This API token is made for certain apps and cannot create others. Use one for all of your apps.',
    );
  }
  return context.db.transaction(async (tx) => {
    const [created] = await tx
      .insert(apps)
      .values({
        id: randomUUID(),
        ownerUid: caller.uid,
        platform: data.platform,
        applicationId: data.applicationId,
        name: data.name,
        summary: data.summary || null,
        status: 'draft',
      })
      .onConflictDoNothing({ target: [apps.platform, apps.applicationId] })
      .returning();
    if (!created) {
      throw new CallError(
        'already-exists',
        `An app with the id ${data.applicationId} is in this store already. Use the id that your package declares; if it is yours, ask the store's people.`,
        { field: 'applicationId' },
      );
    }
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'app.created',
      appId: created.id,
      details: { platform: created.platform, applicationId: created.applicationId, name: created.name },
    });
    return { app: await presentApp(tx, created) };
  });
};
