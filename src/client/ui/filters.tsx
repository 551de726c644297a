import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import { DensitySwitch } from './density-switch.tsx';

interface FiltersProps {
  readonly search: ReactNode;
  /** Offers the density of rows, where the list is a table. */
  readonly hasDensity?: boolean;
  readonly children: ReactNode;
}

/** Shows the search of a list and, beside or below it, the other filters. */
export function Filters({ search, hasDensity = false, children }: FiltersProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2 }}>
      <Box sx={{ flex: '1 1 300px' }}>{search}</Box>
      {children}
      {hasDensity && <DensitySwitch />}
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
  /** True for an order that headings choose where the list is a table. */
  readonly isForCards?: boolean;
}

/** Shows one way to filter or sort a list. */
export function SelectFilter({ label, value, options, onChange, isForCards = false }: SelectFilterProps) {
  return (
    <NativeSelect
      value={options.some(([known]) => known === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      input={<OutlinedInput size="small" />}
      inputProps={{ 'aria-label': label }}
      sx={{
        // Two in a row, however wide the typeface is that is there first.
        minWidth: { xs: 0, sm: 150 },
        flex: { xs: '1 1 calc(50% - 6px)', sm: '0 0 auto' },
        ...(isForCards && { display: { sm: 'none' } }),
      }}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Returns the value of a parameter if it is one of a filter's options; undefined for others and for no filter. */
export function chosenOf<Value extends string>(
  options: readonly (readonly [value: Value, text: string])[],
  chosen: string | null,
): Exclude<Value, ''> | undefined {
  const values = options.map(([value]) => value).filter((value): value is Exclude<Value, ''> => value !== '');
  return values.find((value) => value === chosen);
}
