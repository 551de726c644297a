import { GrowingTextField, TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** Settings for the terms that users accept. */
export function TermsPart({ settings }: SettingsPartProps) {
  const { register, formState, frame } = useSettingsPart(settings, ['terms']);
  const { terms } = formState.errors;
  return (
    <SettingsPartForm title={t`Terms`} frame={frame}>
      <TextFormField
        {...register('terms.version')}
        label={t`Terms version`}
        help={t`Change it whenever you change the text: the store records which version each person accepted.`}
        error={terms?.version?.message}
        autoComplete="off"
        sx={{ maxWidth: 240 }}
      />
      <GrowingTextField
        {...register('terms.text')}
        label={t`Terms text`}
        help={t`People accept this when they finish onboarding.`}
        error={terms?.text?.message}
        minRows={6}
        maxRows={20}
      />
    </SettingsPartForm>
  );
}
