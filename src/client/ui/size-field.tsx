import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ChangeEvent, type Ref, useState } from 'react';
import { t } from '#shared/languages/translate.ts';
import { type FieldProps, FormField } from './form-field.tsx';

const UNITS = { MiB: 1, GiB: 1024 } as const;
type Unit = keyof typeof UNITS;

interface SizeFieldProps extends FieldProps {
  readonly name?: string;
  /** In MiB; null for an empty field. */
  readonly value: number | null;
  /** Gets null for an empty field. */
  readonly onChange: (mebibytes: number | null) => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Returns what is typed for a size in MiB: up to three decimals of a GiB, which is about one MiB. */
function typedText(value: number | null, unit: Unit): string {
  return value === null || Number.isNaN(value) ? '' : String(Number((value / UNITS[unit]).toFixed(3)));
}

/** Returns a typed size in whole MiB; null for none. */
function readSize(text: string, unit: Unit): number | null {
  return text.trim() === '' ? null : Math.round(Number(text) * UNITS[unit]);
}

/** Shows a size of whole MiB, which is entered in GiB where it is large. */
export function SizeField(props: SizeFieldProps) {
  const { label, help, error, name, value, onChange, onBlur, placeholder, ref } = props;
  const [unit, setUnit] = useState<Unit>(value !== null && value >= UNITS.GiB ? 'GiB' : 'MiB');
  const [typed, setTyped] = useState(typedText(value, unit));
  // A value from elsewhere, such as one that was restored, replaces what is typed.
  const shown = readSize(typed, unit) === value ? typed : typedText(value, unit);

  function change(text: string) {
    setTyped(text);
    onChange(readSize(text, unit));
  }

  function changeUnit(next: Unit) {
    setUnit(next);
    setTyped(typedText(value, next));
  }

  return (
    <FormField label={label} help={help} error={error}>
      {(control) => (
        <OutlinedInput
          {...control}
          {...(name !== undefined && { name })}
          {...(onBlur && { onBlur })}
          {...(placeholder !== undefined && { placeholder })}
          inputRef={ref}
          size="small"
          type="number"
          value={shown}
          onChange={({ target }) => change(target.value)}
          inputProps={{ min: 0, step: 'any' }}
          endAdornment={
            <Box
              component="select"
              aria-label={t`Unit of ${label}`}
              value={unit}
              onChange={({ target }: ChangeEvent<HTMLSelectElement>) => changeUnit(target.value as Unit)}
              sx={{
                font: 'inherit',
                color: 'inherit',
                // The list of choices doesn't inherit them from the field.
                bgcolor: 'background.paper',
                border: 0,
                borderRadius: 0.5,
                py: 0.5,
                '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
              }}
            >
              {Object.keys(UNITS).map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Box>
          }
          sx={{ maxWidth: 220 }}
        />
      )}
    </FormField>
  );
}
