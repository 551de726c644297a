import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type ReactNode, type Ref, useId } from 'react';

interface FieldProps {
  readonly label: string;
  /** How to fill it, below the field. */
  readonly help?: ReactNode;
  /** What is wrong, instead of the help. */
  readonly error?: string | undefined;
  readonly optional?: boolean;
}

interface FormFieldProps extends FieldProps {
  /** Draws the control; it must carry the given id and description. */
  readonly children: (control: { id: string; 'aria-describedby': string | undefined }) => ReactNode;
}

/** A control with its label above and its help, or what is wrong, below it. */
export function FormField({ label, help, error, optional = false, children }: FormFieldProps) {
  const id = useId();
  const note = error ?? help;
  const noteId = note === undefined ? undefined : `${id}-note`;
  return (
    <FormControl fullWidth error={error !== undefined}>
      <FormLabel htmlFor={id} sx={{ mb: 0.5, typography: 'body2', fontWeight: 500, color: 'text.primary' }}>
        {optional ? `${label} (optional)` : label}
      </FormLabel>
      {children({ id, 'aria-describedby': noteId })}
      {noteId !== undefined && (
        <FormHelperText id={noteId} sx={{ mx: 0 }}>
          {note}
        </FormHelperText>
      )}
    </FormControl>
  );
}

type TextFormFieldProps = FieldProps &
  Omit<OutlinedInputProps, 'label' | 'error' | 'id' | 'ref' | 'inputRef' | 'size'> & {
    ref?: Ref<HTMLInputElement>;
  };

/** A text field in a form; takes what `register` of react-hook-form gives. */
export function TextFormField({ label, help, error, optional, ref, ...input }: TextFormFieldProps) {
  return (
    <FormField label={label} help={help} error={error} {...(optional === undefined ? {} : { optional })}>
      {(control) => <OutlinedInput {...input} {...control} inputRef={ref} size="small" />}
    </FormField>
  );
}
