import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSearchParams } from 'react-router';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { paths, withFilter } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { Page } from '#client/ui/page.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { userStandingSchema } from '#shared/users/calls.ts';
import { ROLES } from '#shared/users/role.ts';
import { PersonRow } from './person-row.tsx';
import { PublishingRequests } from './publishing-requests.tsx';
import { ROLE_WORDS } from './role-words.ts';
import { SelectFilter } from './select-filter.tsx';

const ROLE_OPTIONS = [
  ['', 'Any role'],
  ...ROLES.map((role) => [role, `${ROLE_WORDS[role].name}s`] as const),
] as const;
const STANDING_OPTIONS = [
  ['', 'Any standing'],
  ['verified', 'Verified people'],
  ['unverified', 'Unverified people'],
  ['suspended', 'Suspended people'],
] as const;

/** Everybody with an account: search, roles, verification, suspension, and who asks to publish. */
export default function AdminUsersPage() {
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const role = ROLES.find((known) => known === params.get('role'));
  const standing = userStandingSchema.safeParse(params.get('standing')).data;
  const list = useCallPages('users.list', {
    ...(query && { query }),
    ...(role && { role }),
    ...(standing && { standing }),
  });
  const people = list.data?.pages.flatMap((page) => page.users);
  const isFiltered = query !== '' || role !== undefined || standing !== undefined;
  const setFilter = (name: string) => (value: string) =>
    setParams((before) => withFilter(before, name, value), { replace: true });
  return (
    <Page title="User Management" status="Everybody with an account, the newest first.">
      {!isFiltered && <PublishingRequests />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2 }}>
        <Box sx={{ flex: '1 1 300px' }}>
          <SearchField label="Search by name, email or id" value={query} onSearch={setFilter('q')} />
        </Box>
        <SelectFilter label="Role" value={role ?? ''} options={ROLE_OPTIONS} onChange={setFilter('role')} />
        <SelectFilter
          label="Standing"
          value={standing ?? ''}
          options={STANDING_OPTIONS}
          onChange={setFilter('standing')}
        />
      </Box>
      {list.error !== null && <CallErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {people === undefined && list.error === null && <ListSkeleton />}
      {people?.length === 0 && (
        <Empty title="Nobody matches." action={<Button href={paths.adminUsers}>Show everybody</Button>} />
      )}
      {people !== undefined && people.length > 0 && (
        <Rows label="People">
          {people.map((person) => (
            <PersonRow key={person.uid} person={person} />
          ))}
        </Rows>
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Page>
  );
}
