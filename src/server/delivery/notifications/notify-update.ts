import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { callError } from '../../platform/input/call-error.ts';
import { startBroadcast } from './broadcasts.ts';
import { contentOf } from './content.ts';

interface Update {
  readonly appId: string;
  /** Such as `2.1`. */
  readonly version: string;
  /** The release notes; may be empty. */
  readonly changes: string;
  readonly now: Date;
}

/**
 * Notifies every user whose `settings.notifications.appUpdates` is true of an update (specification section 7, send
 * app update), by a job. Throws `not-found` when there is no such app.
 */
export async function notifyUpdate(tx: Tx, { appId, version, changes, now }: Update): Promise<void> {
  const [app] = await tx.select().from(apps).where(eq(apps.id, appId));
  if (!app) throw callError('not-found', () => t`App not found.`);
  const content = contentOf('appUpdated', { name: app.name, version, changes }, { appId, version, changes });
  await startBroadcast(tx, content, { audience: 'everyone', now });
}
