import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router';
import { PLATFORM_CHOICES } from '#client/components/app/platform-filter.ts';
import { withFilter } from '#client/paths.ts';
import { DensitySwitch } from '#client/ui/density-switch.tsx';
import { SelectFilter } from '#client/ui/filters.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { t } from '#shared/languages/translate.ts';
import type { QueueFilterInput } from './queue-address.ts';
import { CHANGES, FACTS, REVIEWERS, SORTS } from './queue-choices.ts';

/** Shows the search and the filters of the queue, and its order where no table has it in its headings. */
export function QueueFilters({ filter, withSort }: { filter: QueueFilterInput; withSort: boolean }) {
  const [, setParams] = useSearchParams();
  const set = (name: string) => (value: string) => setParams(withFilter(name, value), { replace: true });
  const { query = '', reviewer = '', change = '', platform = '', has = '', sort = 'oldest' } = filter;
  return (
    <Box component="search" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <Box sx={{ flex: '1 1 100%', display: 'flex', gap: 1.5 }}>
        <SearchField label={t`Search by app, ID or publisher`} value={query} onSearch={set('q')} />
        {!withSort && <DensitySwitch preferred="compact" />}
      </Box>
      <SelectFilter label={t`Reviewer`} value={reviewer} options={REVIEWERS} onChange={set('reviewer')} />
      <SelectFilter label={t`Change`} value={change} options={CHANGES} onChange={set('change')} />
      <SelectFilter
        label={t`Platform`}
        value={platform}
        options={PLATFORM_CHOICES}
        onChange={set('platform')}
      />
      <SelectFilter label={t`With`} value={has} options={FACTS} onChange={set('has')} />
      {withSort && <SelectFilter label={t`Sort`} value={sort} options={SORTS} onChange={set('sort')} />}
    </Box>
  );
}
