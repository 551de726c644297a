import { whyNotPublishing } from '#shared/apps/rules.ts';
import { CallError } from '#shared/errors.ts';
import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { publishVersion } from '../releases/publish.ts';
import { lockVersion, presentVersion } from './queries.ts';
import { isAlreadyDone } from './transition.ts';

/** `versions.republish`: publishes again what its publisher unpublished; it was approved before. */
export const republishVersion: Handler<'versions.republish'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    await requireAppRole(tx, app, { caller, role: 'owner' });
    if (isAlreadyDone(version, 'republish')) return { version: presentVersion(version, app) };
    const reason = whyNotPublishing(app.status);
    if (reason) throw new CallError('failed-precondition', reason, { reason });
    const published = await publishVersion(tx, {
      version,
      app,
      action: 'republish',
      by: { actor: 'publisher', uid: caller.uid },
      now: context.clock(),
    });
    return { version: presentVersion(published.version, published.app) };
  });
