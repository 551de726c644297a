import VerifiedIcon from '@mui/icons-material/Verified';
import Avatar from '@mui/material/Avatar';
import { PublishingChip } from '#client/components/user/publishing-status.tsx';
import { ROLE_LABELS } from '#client/components/user/role-labels.ts';
import type { TableColumn } from '#client/ui/data-row.tsx';
import { TextCell, TitleCell } from '#client/ui/table-cells.tsx';
import { Time } from '#client/ui/time.tsx';
import { formatNumber, t } from '#shared/languages/translate.ts';
import type { ListedUser } from '#shared/users/calls.ts';
import { PersonMenu } from './person-menu.tsx';

/** Returns the name that lists show: the email of a user without one. */
export function personName({ displayName, email }: ListedUser): string {
  return displayName ?? email;
}

/** The columns of the table of users. */
export const PERSON_COLUMNS: readonly TableColumn<ListedUser>[] = [
  {
    label: t`Name`,
    inCard: 'title',
    sorts: [{ sort: 'name', direction: 'asc' }],
    cell: (person) => <PersonTitle person={person} />,
  },
  {
    label: t`Email`,
    hiddenBelow: 720,
    sorts: [{ sort: 'email', direction: 'asc' }],
    cell: ({ email }) => <TextCell text={email} />,
  },
  { label: t`Role`, width: 96, cell: ({ role }) => ROLE_LABELS[role].name },
  {
    label: t`Publishing`,
    width: 168,
    cell: ({ publishing, suspendedAt }) => (
      <PublishingChip state={suspendedAt === null ? publishing.state : 'suspended'} />
    ),
  },
  {
    label: t`Apps`,
    width: 64,
    isNumeric: true,
    inCard: 'labelled',
    cell: ({ appCount }) => formatNumber(appCount),
  },
  {
    label: t`Joined`,
    width: 120,
    hiddenBelow: 820,
    inCard: 'labelled',
    sorts: [{ sort: 'newest', direction: 'desc' }],
    cell: ({ createdAt }) => <Time iso={createdAt} />,
  },
  {
    label: t`Last seen`,
    width: 120,
    hiddenBelow: 1080,
    inCard: 'labelled',
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? null : <Time iso={lastSeenAt} />),
  },
  {
    label: t`Actions`,
    isLabelHidden: true,
    width: 44,
    inCard: 'end',
    cell: (person) => <PersonMenu person={person} name={personName(person)} />,
  },
];

function PersonTitle({ person }: { person: ListedUser }) {
  const { photoURL, developerName, isVerified } = person;
  const name = personName(person);
  return (
    <TitleCell
      picture={
        <Avatar {...(photoURL !== null && { src: photoURL })} alt="" sx={{ bgcolor: 'primary.main' }}>
          {name.charAt(0).toUpperCase()}
        </Avatar>
      }
      title={name}
      {...(developerName !== null && developerName !== name && { subtitle: developerName })}
      {...(isVerified && { badge: <VerifiedBadge /> })}
    />
  );
}

function VerifiedBadge() {
  return <VerifiedIcon color="success" titleAccess={t`Verified`} sx={{ fontSize: 16 }} />;
}
