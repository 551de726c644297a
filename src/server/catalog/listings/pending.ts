import type { PolicyReason } from '#shared/reviews/policy.ts';
import { policyReason } from '#shared/reviews/policy-reasons.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { readWaiting } from './waiting.ts';

/** Returns the names and icons that wait for approval, as reasons that send an update to manual review. */
export async function findPendingIdentity(db: Db | Tx, app: AppRow): Promise<PolicyReason[]> {
  const waiting = await readWaiting(db, app);
  const names = waiting
    .filter(({ field }) => field === 'name')
    .map(({ locale, before, after }) =>
      before === ''
        ? policyReason('newName', { locale, name: String(after) })
        : policyReason('changedName', { locale, before: String(before), after: String(after) }),
    );
  const icons = waiting.filter(({ field }) => field === 'icon');
  return [...names, ...icons.map(({ locale }) => policyReason('newIcon', { locale }))];
}
