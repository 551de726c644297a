import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import {
  type AppSort,
  type AppStatus,
  appSortSchema,
  appStatusSchema,
  type Platform,
  platformSchema,
} from '#shared/apps/app.ts';
import { SearchField } from './search-field.tsx';
import { STATUS_LOOKS } from './status-table.ts';

export interface AppListFilterProps {
  readonly query: string;
  readonly status: AppStatus | undefined;
  readonly onQuery: (query: string) => void;
  readonly onStatus: (status: AppStatus | undefined) => void;
  /** Shows a choice of platforms. */
  readonly platform?: {
    readonly value: Platform | undefined;
    readonly onChange: (platform: Platform | undefined) => void;
  };
  /** Shows a choice of orders. */
  readonly sort?: { readonly value: AppSort; readonly onChange: (sort: AppSort) => void };
}

const PLATFORMS: Readonly<Record<Platform, string>> = { android: 'Android', ios: 'iOS' };
const SORTS: Readonly<Record<AppSort, string>> = {
  newest: 'Newest first',
  updated: 'Last changed first',
  name: 'By name',
  status: 'By status',
};

/** What narrows and orders a list of apps: words, a status, a platform, an order. */
export function AppListFilters({ query, status, platform, sort, onQuery, onStatus }: AppListFilterProps) {
  return (
    <Box
      sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, flexWrap: 'wrap', gap: 1.5, mb: 2 }}
    >
      <Box sx={{ flex: { md: '1 1 240px' }, minWidth: 0 }}>
        <SearchField label="Search by name or application id" value={query} onSearch={onQuery} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1.5,
          '& > *': { flex: { xs: '1 1 130px', md: 'none' } },
        }}
      >
        <Choice
          label="Status"
          value={status ?? ''}
          options={[
            ['', 'Any status'],
            ...appStatusSchema.options.map((option) => [option, STATUS_LOOKS[option].word] as const),
          ]}
          onChange={(value) => onStatus(appStatusSchema.safeParse(value).data)}
        />
        {platform && (
          <Choice
            label="Platform"
            value={platform.value ?? ''}
            options={[['', 'Any platform'], ...Object.entries(PLATFORMS)]}
            onChange={(value) => platform.onChange(platformSchema.safeParse(value).data)}
          />
        )}
        {sort && (
          <Choice
            label="Order"
            value={sort.value}
            options={Object.entries(SORTS)}
            onChange={(value) => sort.onChange(appSortSchema.parse(value))}
          />
        )}
      </Box>
    </Box>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      value={value}
      onChange={(event) => onChange(event.target.value)}
      input={<OutlinedInput size="small" />}
      inputProps={{ 'aria-label': label }}
      sx={{ minWidth: { md: 150 } }}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </NativeSelect>
  );
}
