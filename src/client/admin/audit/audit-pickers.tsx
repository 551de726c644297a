import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { FormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';

const SHOWN = 8;

interface PickerChoice {
  readonly id: string;
  readonly name: string;
}

interface PickerProps {
  readonly label: string;
  /** The label of the empty choice. */
  readonly placeholder: string;
  /** The selected item; null while there is none, or while its name is loading. */
  readonly chosen: PickerChoice | null;
  readonly choices: readonly PickerChoice[];
  readonly onType: (query: string) => void;
  readonly onChange: (id: string | undefined) => void;
}

function Picker({ label, placeholder, chosen, choices, onType, onChange }: PickerProps) {
  return (
    <FormField label={label}>
      {({ id }) => (
        <Autocomplete
          id={id}
          size="small"
          options={[...choices]}
          value={chosen}
          // Shows all results of the server, which matches more than the name.
          filterOptions={(found) => found}
          getOptionLabel={({ name }) => name}
          getOptionKey={(choice) => choice.id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onInputChange={(_event, typed, why) => onType(why === 'input' ? typed : '')}
          onChange={(_event, choice) => onChange(choice?.id)}
          noOptionsText={t`No matches.`}
          renderInput={(params) => (
            <OutlinedInput
              ref={params.slotProps.input.ref}
              startAdornment={params.slotProps.input.startAdornment}
              endAdornment={params.slotProps.input.endAdornment}
              className={params.slotProps.input.className}
              size="small"
              fullWidth
              placeholder={placeholder}
              slotProps={{ input: params.slotProps.htmlInput }}
            />
          )}
        />
      )}
    </FormField>
  );
}

interface PersonPickerProps {
  readonly label: string;
  /** Empty when nobody is selected. */
  readonly uid: string;
  readonly onChange: (uid: string | undefined) => void;
}

/** Finds a user by name, email or id. */
export function PersonPicker({ label, uid, onChange }: PersonPickerProps) {
  const [query, setQuery] = useState('');
  const found = useCallQuery('users.list', { limit: SHOWN, ...(query && { query }) }, { keepPrevious: true });
  const known = useCallQuery('users.list', { limit: 1, query: uid }, { enabled: uid !== '' });
  const choiceOf = (user: { uid: string; displayName: string | null; email: string }): PickerChoice => ({
    id: user.uid,
    name: user.displayName === null ? user.email : `${user.displayName} (${user.email})`,
  });
  const person = uid === '' ? undefined : known.data?.users.find((user) => user.uid === uid);
  return (
    <Picker
      label={label}
      placeholder={t`Anyone`}
      chosen={uid === '' ? null : person ? choiceOf(person) : { id: uid, name: uid }}
      choices={found.data?.users.map(choiceOf) ?? []}
      onType={setQuery}
      onChange={onChange}
    />
  );
}

interface AppPickerProps {
  readonly label: string;
  /** Empty when no app is selected. */
  readonly appId: string;
  readonly onChange: (appId: string | undefined) => void;
}

/** Finds an app by its name or application id. */
export function AppPicker({ label, appId, onChange }: AppPickerProps) {
  const [query, setQuery] = useState('');
  const found = useCallQuery(
    'apps.list',
    { scope: 'all', limit: SHOWN, ...(query && { query }) },
    { keepPrevious: true },
  );
  const known = useCallQuery('apps.get', { appId }, { enabled: appId !== '' });
  const app = appId === '' ? undefined : known.data?.app;
  return (
    <Picker
      label={label}
      placeholder={t`Any app`}
      chosen={appId === '' ? null : { id: appId, name: app?.name ?? appId }}
      choices={found.data?.apps.map(({ id, name }) => ({ id, name })) ?? []}
      onType={setQuery}
      onChange={onChange}
    />
  );
}
