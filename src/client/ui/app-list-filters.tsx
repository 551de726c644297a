import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type AppStatus, appStatusSchema } from '#shared/apps/app.ts';
import { SearchField } from './search-field.tsx';
import { STATUS_LOOKS } from './status-table.ts';

export interface AppListFilterProps {
  readonly query: string;
  readonly status: AppStatus | undefined;
  readonly onQuery: (query: string) => void;
  readonly onStatus: (status: AppStatus | undefined) => void;
}

/** What narrows a list of apps: words and a status. */
export function AppListFilters({ query, status, onQuery, onStatus }: AppListFilterProps) {
  return (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1.5, mb: 2 }}>
      <SearchField label="Search by name or application id" value={query} onSearch={onQuery} />
      <NativeSelect
        value={status ?? ''}
        onChange={(event) => onStatus(appStatusSchema.safeParse(event.target.value).data)}
        input={<OutlinedInput size="small" />}
        inputProps={{ 'aria-label': 'Status' }}
        sx={{ minWidth: { sm: 180 } }}
      >
        <option value="">Any status</option>
        {appStatusSchema.options.map((option) => (
          <option key={option} value={option}>
            {STATUS_LOOKS[option].word}
          </option>
        ))}
      </NativeSelect>
    </Box>
  );
}
