import PersonAddIcon from '@mui/icons-material/PersonAdd';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { Parts } from '#client/components/feedback/page-part.tsx';
import { ROLE_LABELS } from '#client/components/user/role-labels.ts';
import { paths, withFilter } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { DataTable } from '#client/ui/data-table.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { chosenOf, Filters, SelectFilter } from '#client/ui/filters.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { Page } from '#client/ui/page.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { TableSkeleton } from '#client/ui/table-skeleton.tsx';
import { t } from '#shared/languages/translate.ts';
import { ROLES } from '#shared/users/role.ts';
import { OpenInvitations } from './open-invitations.tsx';
import { PERSON_COLUMNS, personName } from './person-columns.tsx';
import { PersonDetails } from './person-details.tsx';
import { PublishingRequests, usePublishingRequests } from './publishing-requests.tsx';

const InvitePersonDialog = lazyChunk(
  'invite-person-dialog',
  async () => (await import('./invite-person-dialog.tsx')).InvitePersonDialog,
  'window',
);

const ROLE_OPTIONS = [
  ['', t`Any role`],
  ...ROLES.map((role) => [role, ROLE_LABELS[role].plural] as const),
] as const;
const STATUS_OPTIONS = [
  ['', t`Any status`],
  ['verified', t`Verified users`],
  ['unverified', t`Unverified users`],
  ['suspended', t`Suspended users`],
] as const;

const SORT_OPTIONS = [
  ['', t`Newest first`],
  ['name', t`Name`],
  ['email', t`Email`],
] as const;

const PAGE = {
  isWide: true,
  title: SCREENS.adminUsers.title,
  status: t`Everyone with an account in this store.`,
} as const;

/** Shows all users with search and filters, and the requests to publish. */
export default function AdminUsersPage() {
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const role = chosenOf(ROLE_OPTIONS, params.get('role'));
  const status = chosenOf(STATUS_OPTIONS, params.get('status'));
  const sort = chosenOf(SORT_OPTIONS, params.get('sort'));
  const [isInviting, setInviting] = useState(false);
  const requests = usePublishingRequests();
  const list = useCallPages('users.list', {
    ...(query && { query }),
    ...(role && { role }),
    ...(status && { status }),
    ...(sort && { sort }),
  });
  const people = list.data?.pages.flatMap((page) => page.users);
  const isFiltered = query !== '' || role !== undefined || status !== undefined;
  const setFilter = (name: string) => (value: string) =>
    setParams(withFilter(name, value), { replace: true });
  // The requests are above the list, and would push it down.
  if (!isFiltered && requests.isPending) {
    return (
      <Page {...PAGE}>
        <TableSkeleton columns={PERSON_COLUMNS} />
      </Page>
    );
  }
  return (
    <Page
      {...PAGE}
      action={
        <Button variant="contained" startIcon={<PersonAddIcon />} onClick={() => setInviting(true)}>
          {t`Invite someone`}
        </Button>
      }
    >
      <Suspense fallback={null}>
        {isInviting && <InvitePersonDialog onClose={() => setInviting(false)} />}
      </Suspense>
      <Parts>{!isFiltered && <OpenInvitations />}</Parts>
      <Parts>{!isFiltered && <PublishingRequests list={requests} />}</Parts>
      <Filters
        hasDensity
        search={
          <SearchField label={t`Search by name, email or ID`} value={query} onSearch={setFilter('q')} />
        }
      >
        <SelectFilter
          label={t`Role`}
          value={role ?? ''}
          options={ROLE_OPTIONS}
          onChange={setFilter('role')}
        />
        <SelectFilter
          label={t`Status`}
          value={status ?? ''}
          options={STATUS_OPTIONS}
          onChange={setFilter('status')}
        />
        <SelectFilter
          label={t`Sort by`}
          isForCards
          value={sort ?? ''}
          options={SORT_OPTIONS}
          onChange={setFilter('sort')}
        />
      </Filters>
      <CallStatus call={list} skeleton={<TableSkeleton columns={PERSON_COLUMNS} />} />
      {people?.length === 0 && (
        <Empty
          picture="search"
          title={t`No users match.`}
          action={<Button href={paths.adminUsers}>{t`Show everyone`}</Button>}
        />
      )}
      <Parts>
        {people !== undefined && people.length > 0 && (
          <DataTable
            label={t`Users`}
            columns={PERSON_COLUMNS}
            rows={people}
            keyOf={({ uid }) => uid}
            sort={sort ?? 'newest'}
            onSort={setFilter('sort')}
            details={{
              nameOf: personName,
              Content: PersonDetails,
              // A link to one user shows all about them.
              isOpenFirst: people.length === 1 && people[0]?.uid === query,
            }}
          />
        )}
      </Parts>
      <LoadMore pages={list} />
    </Page>
  );
}
