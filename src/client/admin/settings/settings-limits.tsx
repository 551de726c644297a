import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type Control, Controller } from 'react-hook-form';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { type FieldProps, TextFormField } from '#client/ui/form-field.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { SizeField } from '#client/ui/size-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { QUOTA_NAMES, QUOTAS, type QuotaName } from '#shared/quotas/quotas.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** Settings for the limits per upload, listing and account. */
export function LimitsPart({ settings }: SettingsPartProps) {
  const { register, control, formState, frame } = useSettingsPart(settings, ['limits', 'quotas']);
  const { limits, quotas } = formState.errors;
  return (
    <SettingsPartForm title={t`Limits`} frame={frame}>
      <SizeSetting
        name="limits.packageMegabytes"
        control={control}
        label={t`Maximum package size`}
        help={t`Larger files are rejected before upload. Existing files stay.`}
        error={limits?.packageMegabytes?.message}
      />
      <TextFormField
        {...register('limits.screenshots', { valueAsNumber: true })}
        label={t`Screenshots per type and language`}
        type="number"
        help={t`Listings with more keep them but can’t add any.`}
        error={limits?.screenshots?.message}
        inputProps={{ min: 1, max: 20, step: 1 }}
        sx={{ maxWidth: 160 }}
      />
      <Box sx={{ mt: 1 }}>
        <Typography variant="h3">{t`Quotas per account`}</Typography>
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {rich`Publishers see their usage in their settings. To give one account different limits, use ${<Link href={paths.adminUsers}>{SCREENS.adminUsers.title}</Link>}. Existing content stays, even above a limit.`}
        </Typography>
      </Box>
      {QUOTA_NAMES.map((name) => {
        const { label, help, unit, max } = QUOTAS[name];
        const error = quotas?.[name]?.message;
        return unit === 'bytes' ? (
          <SizeSetting
            key={name}
            name={`quotas.${name}`}
            control={control}
            label={label}
            help={help}
            error={error}
          />
        ) : (
          <TextFormField
            key={name}
            {...register(`quotas.${name}`, { valueAsNumber: true })}
            label={label}
            type="number"
            help={help}
            error={error}
            inputProps={{ min: 1, max, step: 1 }}
            sx={{ maxWidth: 160 }}
          />
        );
      })}
    </SettingsPartForm>
  );
}

interface SizeSettingProps extends Pick<FieldProps, 'label' | 'help' | 'error'> {
  readonly name: 'limits.packageMegabytes' | `quotas.${QuotaName}`;
  readonly control: Control<StoreSettings>;
}

/** Shows a setting in MiB as a size. */
function SizeSetting({ name, control, ...field }: SizeSettingProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <SizeField
          {...field}
          name={name}
          value={Number.isNaN(value) ? null : value}
          onChange={(size) => onChange(size ?? Number.NaN)}
          onBlur={onBlur}
          ref={ref}
        />
      )}
    />
  );
}
