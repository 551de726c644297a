import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { FormField } from '#client/ui/form-field.tsx';
import { DEFAULT_LOCALE } from '#client/ui/locale.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { absoluteText } from '#client/ui/time-text.ts';
import { useMinute } from '#client/ui/use-minute.ts';
import { messageLanguage, t } from '#shared/languages/translate.ts';
import type { User } from '#shared/users/calls.ts';

const LANGUAGES = 'en en-GB en-US de es fr it ja ko nl pl pt-BR pt-PT sv tr uk zh-Hans zh-Hant'.split(' ');
const deviceZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const languageNames = new Intl.DisplayNames(messageLanguage(), { type: 'language' });

/** Edits the language and time zone of dates; each choice is saved immediately. */
export function RegionForm({ user }: { user: Pick<User, 'language' | 'timeZone'> }) {
  const update = useCallMutation('users.updateProfile');
  const now = useMinute();
  const [chosen, setChosen] = useState<Partial<typeof user>>({});
  const { language, timeZone } = { ...user, ...chosen };
  const shown = { language: language ?? DEFAULT_LOCALE.language, timeZone };

  function change(next: Partial<typeof user>) {
    setChosen({ ...chosen, ...next });
    update.mutate(next, { onSettled: () => setChosen({}) });
  }

  return (
    <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 560 }}>
      <Choice
        label={t`Date and time language`}
        none={t`Same as the interface`}
        options={withChosen(LANGUAGES, language).map((tag) => ({
          value: tag,
          label: languageNames.of(tag) ?? tag,
        }))}
        value={language}
        onChange={(next) => change({ language: next })}
      />
      <Choice
        label={t`Time zone`}
        none={t`Match this device (${deviceZone})`}
        options={withChosen(Intl.supportedValuesOf('timeZone'), timeZone).map((zone) => ({
          value: zone,
          label: zone.replaceAll('_', ' '),
        }))}
        value={timeZone}
        onChange={(next) => change({ timeZone: next })}
      />
      <Typography variant="body2" component="output" sx={{ color: 'text.secondary' }}>
        {rich`${update.isSuccess && t`Saved. `}Current time: ${absoluteText(now, shown)}.`}
      </Typography>
      {update.error !== null && <CallErrorAlert error={update.error} />}
    </Box>
  );
}

/** Adds the stored value as an option when this browser doesn't list it. */
function withChosen(values: readonly string[], chosen: string | null): readonly string[] {
  return chosen === null || values.includes(chosen) ? values : [...values, chosen];
}

interface ChoiceProps {
  readonly label: string;
  /** The option when nothing is stored. */
  readonly none: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function Choice({ label, none, options, value, onChange }: ChoiceProps) {
  return (
    <FormField label={label}>
      {({ id }) => (
        <NativeSelect
          input={<OutlinedInput size="small" />}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
          slotProps={{ input: { id } }}
        >
          <option value="">{none}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </FormField>
  );
}
