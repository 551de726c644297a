import type { RemovalRequest } from '../account/deletion.ts';
import { t } from '../languages/translate.ts';
import type { AppStatus } from '../statuses/app-status.ts';

interface RemovalFacts {
  readonly status: AppStatus;
  readonly removal: Pick<RemovalRequest, 'state'> | null;
}

/** Returns why a publisher can't ask for the removal of an app, as a sentence; null when they can. */
export function removalDenialReason({ status, removal }: RemovalFacts): string | null {
  if (status === 'removed') return t`This app was already removed.`;
  if (status === 'draft') return t`This app was never published. Delete it instead.`;
  return removal?.state === 'pending' ? t`The removal of this app was already requested.` : null;
}

/** Returns why the removal of an app alone can't be withdrawn or declined, as a sentence; null when it can. */
export function removalChangeDenialReason(
  removal: Pick<RemovalRequest, 'state' | 'isWithAccount'> | null,
): string | null {
  if (removal?.state !== 'pending') return t`No removal of this app is pending.`;
  return removal.isWithAccount
    ? t`This app is removed together with its publisher’s account. Decide about the account, or transfer the app.`
    : null;
}
