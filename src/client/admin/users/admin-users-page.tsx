import Button from '@mui/material/Button';
import { useSearchParams } from 'react-router';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ROLE_LABELS } from '#client/components/user/role-labels.ts';
import { paths, withFilter } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { Filters, SelectFilter } from '#client/ui/filters.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { Page } from '#client/ui/page.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { userStatusSchema } from '#shared/users/calls.ts';
import { ROLES } from '#shared/users/role.ts';
import { PersonRow } from './person-row.tsx';
import { PublishingRequests } from './publishing-requests.tsx';

const ROLE_OPTIONS = [
  ['', 'Any role'],
  ...ROLES.map((role) => [role, `${ROLE_LABELS[role].name}s`] as const),
] as const;
const STATUS_OPTIONS = [
  ['', 'Any status'],
  ['verified', 'Verified users'],
  ['unverified', 'Unverified users'],
  ['suspended', 'Suspended users'],
] as const;

/** Shows all users with search and filters, and the requests to publish. */
export default function AdminUsersPage() {
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const role = ROLES.find((known) => known === params.get('role'));
  const status = userStatusSchema.safeParse(params.get('status')).data;
  const list = useCallPages('users.list', {
    ...(query && { query }),
    ...(role && { role }),
    ...(status && { status }),
  });
  const people = list.data?.pages.flatMap((page) => page.users);
  const isFiltered = query !== '' || role !== undefined || status !== undefined;
  const setFilter = (name: string) => (value: string) =>
    setParams(withFilter(name, value), { replace: true });
  return (
    <Page title="User Management" status="Everyone with an account, newest first.">
      {!isFiltered && <PublishingRequests />}
      <Filters
        search={<SearchField label="Search by name, email or ID" value={query} onSearch={setFilter('q')} />}
      >
        <SelectFilter label="Role" value={role ?? ''} options={ROLE_OPTIONS} onChange={setFilter('role')} />
        <SelectFilter
          label="Status"
          value={status ?? ''}
          options={STATUS_OPTIONS}
          onChange={setFilter('status')}
        />
      </Filters>
      <CallStatus call={list} skeleton={<ListSkeleton />} />
      {people?.length === 0 && (
        <Empty
          picture="search"
          title="No users match."
          action={<Button href={paths.adminUsers}>Show everyone</Button>}
        />
      )}
      {people !== undefined && people.length > 0 && (
        <Rows label="Users">
          {people.map((person) => (
            <PersonRow key={person.uid} person={person} />
          ))}
        </Rows>
      )}
      <LoadMore pages={list} />
    </Page>
  );
}
