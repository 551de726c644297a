import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type FieldProps, FormField } from './form-field.tsx';

interface SelectFormFieldProps<Value extends string> extends FieldProps {
  /** The labels by value, in their order. */
  readonly options: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** Shows a choice of one of several values in a form. */
export function SelectFormField<Value extends string>({
  options,
  value,
  onChoose,
  ...field
}: SelectFormFieldProps<Value>) {
  return (
    <FormField {...field}>
      {(control) => (
        <NativeSelect
          input={<OutlinedInput size="small" />}
          value={value}
          onChange={(event) => onChoose(event.target.value as Value)}
          slotProps={{ input: control }}
        >
          {Object.entries<string>(options).map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </NativeSelect>
      )}
    </FormField>
  );
}
