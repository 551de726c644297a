import { TextFormField } from '#client/ui/form-field.tsx';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** What people accept. */
export function TermsPart({ settings }: SettingsPartProps) {
  const { register, formState, frame } = useSettingsPart(settings, ['terms']);
  const { terms } = formState.errors;
  return (
    <SettingsPartForm title="Terms" frame={frame}>
      <TextFormField
        {...register('terms.version')}
        label="Version of the terms"
        help="Change it with the text: the store records which version each person has accepted."
        error={terms?.version?.message}
        autoComplete="off"
        sx={{ maxWidth: 240 }}
      />
      <TextFormField
        {...register('terms.text')}
        label="Text of the terms"
        help="What people accept when they finish onboarding."
        error={terms?.text?.message}
        multiline
        minRows={6}
        maxRows={20}
      />
    </SettingsPartForm>
  );
}
