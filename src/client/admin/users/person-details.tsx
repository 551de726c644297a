import Link from '@mui/material/Link';
import { paths } from '#client/paths.ts';
import { CopyId } from '#client/ui/copy.tsx';
import { type DescriptionItem, DescriptionList } from '#client/ui/description-list.tsx';
import { Time } from '#client/ui/time.tsx';
import { DECLINE_GROUNDS } from '#shared/account/notice.ts';
import { t } from '#shared/languages/translate.ts';
import type { ListedUser } from '#shared/users/calls.ts';
import { personName } from './person-columns.tsx';

/** Shows what the row of a user has no room for. */
export function PersonDetails({ row: person }: { row: ListedUser }) {
  const { uid, email, emailVerified, twoFactorEnabled, suspendedAt, suspensionReason, deletion } = person;
  const items: readonly (DescriptionItem | null)[] = [
    suspendedAt === null ? null : { label: t`Suspended`, value: <Time iso={suspendedAt} /> },
    suspensionReason === null ? null : { label: t`Reason for suspension`, value: `“${suspensionReason}”` },
    ...deletionItems(deletion),
    { label: t`Email`, value: email },
    { label: t`Email confirmed`, value: emailVerified ? t`Yes` : t`No` },
    { label: t`Two-factor sign-in`, value: twoFactorEnabled ? t`On` : t`Off` },
    { label: t`Publisher name`, value: person.developerName ?? t`None` },
    { label: t`Joined`, value: <Time iso={person.createdAt} /> },
    { label: t`User ID`, value: <CopyId value={uid} label={t`user ID of ${personName(person)}`} /> },
    {
      label: t`Audit log`,
      value: <Link href={paths.auditOf({ about: uid })}>{t`History of ${personName(person)}`}</Link>,
    },
  ];
  return <DescriptionList items={items.filter((item) => item !== null)} />;
}

/** Returns what the user asked for and what staff decided; nothing without a request. */
function deletionItems(deletion: ListedUser['deletion']): DescriptionItem[] {
  if (deletion === null) return [];
  const { requestedAt, deleteAt, declined } = deletion;
  if (declined === null) {
    return [
      { label: t`Asked for deletion`, value: <Time iso={requestedAt} /> },
      { label: t`Account is deleted`, value: <Time iso={deleteAt} /> },
    ];
  }
  return [
    { label: t`Deletion declined`, value: <Time iso={declined.at} /> },
    { label: t`Reason for declining`, value: `${DECLINE_GROUNDS[declined.ground]}: “${declined.reason}”` },
  ];
}
