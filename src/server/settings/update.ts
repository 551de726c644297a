import { recordAudit } from '../audit/record.ts';
import type { Handler } from '../callable.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { readSettings, writeSettings } from './queries.ts';

/** `settings.update`: changes the store's settings, effective at once; the audit log keeps both states. */
export const updateSettings: Handler<'settings.update'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const before = await readSettings(tx);
    const settings = await writeSettings(tx, data.settings);
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'settings.updated',
      details: { changed: Object.keys(data.settings), before, after: settings },
    });
    if (settings.storeName !== before.storeName) await enqueue(tx, 'rebuild-feeds', {});
    return { settings };
  });
