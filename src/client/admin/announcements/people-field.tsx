import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { FormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Person } from './audience.ts';

const SHOWN = 8;

export interface PeopleFieldProps {
  readonly people: readonly Person[];
  readonly error: string | undefined;
  readonly onChange: (people: readonly Person[]) => void;
}

/** Finds users by name, email or id, and keeps the selected ones. */
export function PeopleField({ people, error, onChange }: PeopleFieldProps) {
  const [query, setQuery] = useState('');
  const found = useCallQuery('users.list', { limit: SHOWN, ...(query && { query }) });
  const options: Person[] = found.data?.users ?? [];
  return (
    <FormField label={t`People`} help={t`Search by name, email or ID.`} error={error}>
      {({ id, 'aria-describedby': note }) => (
        <Autocomplete
          id={id}
          multiple
          size="small"
          options={options}
          value={[...people]}
          // Shows all results of the server, which matches more than the name.
          filterOptions={(all) => all}
          filterSelectedOptions
          getOptionLabel={nameOf}
          getOptionKey={({ uid }) => uid}
          isOptionEqualToValue={(one, other) => one.uid === other.uid}
          onInputChange={(_event, typed, why) => setQuery(why === 'input' ? typed.trim() : '')}
          onChange={(_event, chosen) => onChange(chosen)}
          noOptionsText={found.isPending ? t`Searching…` : t`No one else matches.`}
          renderInput={(params) => (
            <OutlinedInput
              ref={params.slotProps.input.ref}
              startAdornment={params.slotProps.input.startAdornment}
              endAdornment={params.slotProps.input.endAdornment}
              className={params.slotProps.input.className}
              size="small"
              fullWidth
              placeholder={people.length === 0 ? t`No one yet` : ''}
              slotProps={{ input: { ...params.slotProps.htmlInput, 'aria-describedby': note } }}
            />
          )}
        />
      )}
    </FormField>
  );
}

function nameOf({ displayName, email }: Person): string {
  return displayName === null ? email : `${displayName} (${email})`;
}
