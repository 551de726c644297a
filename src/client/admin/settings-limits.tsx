import { TextFormField } from '#client/ui/form-field.tsx';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** The most that one upload and one listing may have. */
export function LimitsPart({ settings }: SettingsPartProps) {
  const { register, formState, frame } = useSettingsPart(settings, ['limits']);
  const { limits } = formState.errors;
  return (
    <SettingsPartForm title="Limits" frame={frame}>
      <TextFormField
        {...register('limits.packageMegabytes', { valueAsNumber: true })}
        label="Largest package, in MiB"
        type="number"
        help="A larger file is refused before it is uploaded. What is there already stays."
        error={limits?.packageMegabytes?.message}
        inputProps={{ min: 1, max: 2048, step: 1 }}
        sx={{ maxWidth: 160 }}
      />
      <TextFormField
        {...register('limits.screenshots', { valueAsNumber: true })}
        label="Screenshots of one kind and language"
        type="number"
        help="Listings that have more keep them, and take no further ones."
        error={limits?.screenshots?.message}
        inputProps={{ min: 1, max: 20, step: 1 }}
        sx={{ maxWidth: 160 }}
      />
    </SettingsPartForm>
  );
}
