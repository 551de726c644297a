import { t } from '#shared/languages/translate.ts';
import { type NamedField } from '#shared/listings/events.ts';
import { LISTING_FIELD_LABELS } from '#shared/listings/fields.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { type NotificationContent, TITLES } from './content.ts';

/** The listing changes of a staff decision: the first ones by name, and the total. */
interface DecidedChanges {
  readonly changed: readonly NamedField[];
  readonly count: number;
}

/** Makes the notification lead to the listing editor. */
const PART = 'listing';
/** Maximum changes named in a notification. */
const MAX_NAMED = 5;

/** Returns the notification that staff approved listing changes, which are live now. */
export function listingApprovalContent(app: AppRow, changes: DecidedChanges): NotificationContent {
  return {
    kind: 'approvalNotifications',
    type: 'app_approval',
    title: TITLES.listingChangesApproved,
    message: t`These changes to ${app.name} are live now: ${nameFields(changes)}.`,
    data: { appId: app.id, part: PART },
  };
}

/** Returns the notification that staff rejected listing changes, with the reason. */
export function listingRejectionContent(
  app: AppRow,
  changes: DecidedChanges & { readonly reason: string },
): NotificationContent {
  const { reason } = changes;
  return {
    kind: 'approvalNotifications',
    type: 'app_rejection',
    title: TITLES.listingChangesRejected,
    message: t`These changes to ${app.name} won’t go live: ${nameFields(changes)}. ${reason}`,
    data: { appId: app.id, part: PART, reason },
  };
}

/** Returns the notification that staff reverted a live change. */
export function listingRevertContent(
  app: AppRow,
  changes: DecidedChanges & { readonly reason: string | null },
): NotificationContent {
  const { reason } = changes;
  return {
    kind: 'security',
    type: 'app_rejection',
    title: TITLES.listingChangeReverted,
    message:
      reason === null
        ? t`Staff reverted a change to ${app.name}: ${nameFields(changes)}. Your version is kept and needs approval to go live.`
        : t`Staff reverted a change to ${app.name}: ${nameFields(changes)}. Your version is kept and needs approval to go live. ${reason}`,
    data: { appId: app.id, part: PART, ...(reason && { reason }) },
  };
}

/** Returns the first changes by name, such as "Name (de), Icon (de) and 3 more". */
function nameFields({ changed, count }: DecidedChanges): string {
  const named = changed
    .slice(0, MAX_NAMED)
    .map(({ locale, field }) => `${LISTING_FIELD_LABELS[field]}${locale === '' ? '' : ` (${locale})`}`);
  const more = count - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
