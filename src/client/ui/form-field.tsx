import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type ReactNode, type Ref, useId } from 'react';
import { t } from '#shared/languages/translate.ts';

export interface FieldProps {
  readonly label: string;
  /** Help below the field. */
  readonly help?: ReactNode;
  /** A problem, shown instead of the help. */
  readonly error?: string | undefined;
  readonly optional?: boolean;
}

interface FormFieldProps extends FieldProps {
  /** Renders the control, which must use the given id and description. */
  readonly children: (control: { id: string; 'aria-describedby': string | undefined }) => ReactNode;
}

/** Shows a control with its label above, and its help or problem below. */
export function FormField({ label, help, error, optional = false, children }: FormFieldProps) {
  const id = useId();
  const note = error ?? help;
  const noteId = note === undefined ? undefined : `${id}-note`;
  return (
    <FormControl fullWidth error={error !== undefined}>
      <FormLabel htmlFor={id} sx={{ mb: 0.5, typography: 'body2', fontWeight: 500, color: 'text.primary' }}>
        {optional ? t`${label} (optional)` : label}
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
  Omit<OutlinedInputProps, 'label' | 'error' | 'id' | 'ref' | 'inputRef' | 'size' | 'multiline' | 'rows'> & {
    ref?: Ref<HTMLInputElement>;
  };

/** Shows a text field in a form; takes the result of react-hook-form's `register`. */
export function TextFormField({ label, help, error, optional, ref, ...input }: TextFormFieldProps) {
  return (
    <FormField label={label} help={help} error={error} {...(optional === undefined ? {} : { optional })}>
      {(control) => <OutlinedInput {...input} {...control} inputRef={ref} size="small" />}
    </FormField>
  );
}

type GrowingTextFieldProps = Omit<TextFormFieldProps, 'inputComponent'> & {
  readonly minRows: number;
  /** Otherwise it grows without limit. */
  readonly maxRows?: number;
};

/**
 * Shows a text field of several lines that grows with its text. The browser sizes it: a height that a script measures
 * is wrong once the width changes. Browsers without `field-sizing` show `minRows`, and a handle to resize it.
 */
export function GrowingTextField({ minRows, maxRows, inputProps, ref, ...field }: GrowingTextFieldProps) {
  const { label, help, error, optional = false, ...input } = field;
  return (
    <FormField label={label} help={help} error={error} optional={optional}>
      {(control) => (
        <OutlinedInput
          {...input}
          {...control}
          inputRef={ref}
          size="small"
          multiline
          inputComponent="textarea"
          inputProps={{ ...inputProps, rows: minRows }}
          sx={{
            '& textarea': {
              fieldSizing: 'content',
              boxSizing: 'content-box',
              minHeight: `${minRows}lh`,
              ...(maxRows !== undefined && { maxHeight: `${maxRows}lh` }),
              resize: 'vertical',
            },
          }}
        />
      )}
    </FormField>
  );
}
