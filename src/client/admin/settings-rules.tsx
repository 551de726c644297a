import Box from '@mui/material/Box';
import { Controller } from 'react-hook-form';
import { TextFormField } from '#client/ui/form-field.tsx';
import { RuleModes } from './rule-modes.tsx';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** What a package must pass. */
export function RulesPart({ settings }: SettingsPartProps) {
  const { register, control, formState, frame } = useSettingsPart(settings, ['minTargetSdk', 'rules']);
  return (
    <SettingsPartForm title="Package rules" frame={frame}>
      <TextFormField
        {...register('minTargetSdk', { valueAsNumber: true })}
        label="Lowest target SDK"
        type="number"
        help="Android packages made for an older API level do not pass inspection. Current Android refuses to install those below 23."
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
