import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router';
import { PLATFORM_CHOICES } from '#client/components/app/platform-filter.ts';
import { withFilter } from '#client/paths.ts';
import { SelectFilter } from '#client/ui/filters.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import type { QueueFilterInput } from './queue-address.ts';

const REVIEWERS = [
  ['', 'Any reviewer'],
  ['me', 'Assigned to me'],
  ['nobody', 'Unassigned'],
] as const;
const CHANGES = [
  ['', 'Any change'],
  ['first', 'First versions'],
  ['update', 'Updates'],
] as const;
const FACTS = [
  ['', 'More filters'],
  ['permissions', 'Sensitive permissions'],
  ['rejection', 'Rejected before'],
  ['messages', 'Unanswered messages'],
  ['listing', 'Listing changes'],
  ['overdue', 'Review overdue'],
] as const;
const SORTS = [
  ['oldest', 'Oldest first'],
  ['newest', 'Newest first'],
  ['name', 'By app'],
  ['permissions', 'Most permissions first'],
  ['findings', 'Most warnings first'],
] as const;

/** Shows the search and the filters of the queue, and its order where no table has it in its headings. */
export function QueueFilters({ filter, withSort }: { filter: QueueFilterInput; withSort: boolean }) {
  const [, setParams] = useSearchParams();
  const set = (name: string) => (value: string) => setParams(withFilter(name, value), { replace: true });
  const { query = '', reviewer = '', change = '', platform = '', has = '', sort = 'oldest' } = filter;
  return (
    <Box component="search" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <Box sx={{ flex: '1 1 100%' }}>
        <SearchField label="Search by app, ID or publisher" value={query} onSearch={set('q')} />
      </Box>
      <SelectFilter label="Reviewer" value={reviewer} options={REVIEWERS} onChange={set('reviewer')} />
      <SelectFilter label="Change" value={change} options={CHANGES} onChange={set('change')} />
      <SelectFilter label="Platform" value={platform} options={PLATFORM_CHOICES} onChange={set('platform')} />
      <SelectFilter label="With" value={has} options={FACTS} onChange={set('has')} />
      {withSort && <SelectFilter label="Sort" value={sort} options={SORTS} onChange={set('sort')} />}
    </Box>
  );
}
