import Box from '@mui/material/Box';
import { Controller } from 'react-hook-form';
import { TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { RuleModes } from './rule-modes.tsx';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** Settings for the rules that a package must pass. */
export function RulesPart({ settings }: SettingsPartProps) {
  const { register, control, formState, frame } = useSettingsPart(settings, ['minTargetSdk', 'rules']);
  return (
    <SettingsPartForm title={t`Package rules`} frame={frame}>
      <TextFormField
        {...register('minTargetSdk', { valueAsNumber: true })}
        label={t`Minimum target SDK`}
        type="number"
        help={t`Android packages that target an older API level fail inspection. Current Android won’t install targets below 23.`}
        error={formState.errors.minTargetSdk?.message}
        inputProps={{ min: 1, max: 100, step: 1 }}
        sx={{ maxWidth: 160 }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Controller
          control={control}
          name="rules"
          render={({ field }) => <RuleModes modes={field.value ?? {}} onChange={field.onChange} />}
        />
      </Box>
    </SettingsPartForm>
  );
}
