import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type KeyboardEvent, useState } from 'react';
import { FormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';

interface TagsFieldProps {
  readonly label: string;
  readonly tags: readonly string[];
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (tags: string[]) => void;
}

/** Edits search terms, each added with Enter or a comma, and removed with Backspace or its chip. */
export function TagsField({ label, tags, error, readOnly, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState('');

  function add(words: string) {
    const added = words.split(',').map((word) => word.trim());
    onChange([...new Set([...tags, ...added.filter((word) => word !== '')])]);
    setTyped('');
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      add(typed);
    }
    if (event.key === 'Backspace' && typed === '' && !readOnly) onChange(tags.slice(0, -1));
  }

  const chips = tags.map((tag) => (
    <Chip
      key={tag}
      size="small"
      label={tag}
      {...(!readOnly && { onDelete: () => onChange(tags.filter((other) => other !== tag)) })}
    />
  ));
  return (
    <FormField
      label={label}
      optional
      help={t`Up to 10 search terms. Press Enter or comma to add one.`}
      error={error}
    >
      {(control) => (
        <OutlinedInput
          {...control}
          size="small"
          value={typed}
          readOnly={readOnly}
          onChange={({ target: { value } }) => (value.includes(',') ? add(value) : setTyped(value))}
          onKeyDown={press}
          onBlur={() => {
            if (typed !== '') add(typed);
          }}
          startAdornment={
            tags.length > 0 && (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, py: 0.5 }}>{chips}</Box>
            )
          }
          sx={{ flexWrap: 'wrap', columnGap: 1 }}
          inputProps={{ autoComplete: 'off', sx: { flex: '1 1 120px', width: 'auto' } }}
        />
      )}
    </FormField>
  );
}
