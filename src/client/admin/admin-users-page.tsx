import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useSearchParams } from 'react-router';
import { useCallPages } from '#client/backend/use-call-pages.ts';
import { withFilter } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { Page } from '#client/ui/page.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { PersonRow } from './person-row.tsx';
import { PublishingRequests } from './publishing-requests.tsx';

/** Everybody with an account: search, roles, suspension. */
export default function AdminUsersPage() {
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const list = useCallPages('users.list', { ...(query && { query }) });
  const people = list.data?.pages.flatMap((page) => page.users);
  return (
    <Page title="User Management" status="Everybody with an account, the newest first.">
      <PublishingRequests />
      <Box sx={{ mb: 2 }}>
        <SearchField
          label="Search by name, email or id"
          value={query}
          onSearch={(next) => setParams((before) => withFilter(before, 'q', next), { replace: true })}
        />
      </Box>
      {list.error !== null && <CallErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {people === undefined && list.error === null && <ListSkeleton />}
      {people?.length === 0 && (
        <Empty
          title="Nobody matches."
          action={<Button onClick={() => setParams({}, { replace: true })}>Show everybody</Button>}
        />
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
