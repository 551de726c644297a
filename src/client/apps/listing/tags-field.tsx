import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { FormField } from '#client/ui/form-field.tsx';

interface TagsFieldProps {
  readonly label: string;
  readonly tags: readonly string[];
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (tags: string[]) => void;
}

/** Edits search terms, each added with Enter or a comma. */
export function TagsField({ label, tags, error, readOnly, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState('');

  function add(words: string) {
    const added = words.split(',').map((word) => word.trim());
    onChange([...new Set([...tags, ...added.filter((word) => word !== '')])]);
    setTyped('');
  }

  return (
    <FormField
      label={label}
      optional
      help="Up to 10 search terms. Press Enter or comma to add one."
      error={error}
    >
      {({ id, ...described }) => (
        <Autocomplete
          id={id}
          multiple
          freeSolo
          options={[]}
          value={[...tags]}
          inputValue={typed}
          readOnly={readOnly}
          onInputChange={(_event, next) => (next.includes(',') ? add(next) : setTyped(next))}
          onChange={(_event, next) => onChange([...new Set(next.map((tag) => tag.trim()))].filter(Boolean))}
          onBlur={() => add(typed)}
          renderInput={({ slotProps: { input, htmlInput }, fullWidth, disabled }) => (
            <OutlinedInput
              {...input}
              fullWidth={fullWidth}
              disabled={disabled}
              size="small"
              inputProps={{ ...htmlInput, ...described }}
            />
          )}
        />
      )}
    </FormField>
  );
}
