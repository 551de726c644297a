import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';

interface SelectFilterProps {
  readonly label: string;
  /** The chosen one; empty for the first. */
  readonly value: string;
  /** By value; the first is what no choice means. */
  readonly options: readonly (readonly [value: string, word: string])[];
  readonly onChange: (value: string) => void;
}

/** One of a few ways to narrow or order a list. */
export function SelectFilter({ label, value, options, onChange }: SelectFilterProps) {
  return (
    <NativeSelect
      value={options.some(([known]) => known === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      input={<OutlinedInput size="small" />}
      inputProps={{ 'aria-label': label }}
      sx={{ minWidth: { sm: 150 }, flex: { xs: '1 1 120px', sm: '0 0 auto' } }}
    >
      {options.map(([option, word]) => (
        <option key={option} value={option}>
          {word}
        </option>
      ))}
    </NativeSelect>
  );
}
