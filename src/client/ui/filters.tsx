import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';

/** Shows the search of a list and, beside or below it, the other filters. */
export function Filters({ search, children }: { search: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2 }}>
      <Box sx={{ flex: '1 1 300px' }}>{search}</Box>
      {children}
    </Box>
  );
}

interface SelectFilterProps {
  readonly label: string;
  /** The selected value; empty for the first option. */
  readonly value: string;
  /** Labels by value; the first option means no filter. */
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

/** Shows one way to filter or sort a list. */
export function SelectFilter({ label, value, options, onChange }: SelectFilterProps) {
  return (
    <NativeSelect
      value={options.some(([known]) => known === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      input={<OutlinedInput size="small" />}
      inputProps={{ 'aria-label': label }}
      sx={{ minWidth: { sm: 150 }, flex: { xs: '1 1 120px', sm: '0 0 auto' } }}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </NativeSelect>
  );
}
