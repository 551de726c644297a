import { t } from '#shared/languages/translate.ts';
import { lockApp, requireApp } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import { requireQuotas } from '../../people/quotas/require.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { callError } from '../../platform/input/call-error.ts';

/**
 * Locks the accounts of an app's publisher and of the caller, then the app, as `requireQuotas` needs it to be called again
 * later. Returns the app. Throws `not-found` and `permission-denied` unless the caller is a maintainer, and `aborted` when
 * the publisher changed meanwhile.
 */
export async function lockWithAccounts(
  tx: Tx,
  appId: string,
  { caller, now }: { readonly caller: Caller; readonly now: Date },
): Promise<AppRow> {
  const need = { caller, role: 'maintainer' } as const;
  const { ownerUid } = (await requireApp(tx, appId, need)).app;
  const uids = [...new Set([ownerUid, caller.uid])];
  await requireQuotas(
    tx,
    uids.map((uid) => ({ uid, adding: {}, isOwn: uid === caller.uid })),
    now,
  );
  const app = await lockApp(tx, appId, need);
  if (app.ownerUid === ownerUid) return app;
  throw callError('aborted', () => t`The app was transferred at the same time. Try again.`);
}
