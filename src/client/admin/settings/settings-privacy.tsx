import Typography from '@mui/material/Typography';
import { TextFormField } from '#client/ui/form-field.tsx';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { RETENTION, RETENTION_NAMES, type RetentionName } from '#shared/settings/retention.ts';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** Settings for how long the store keeps data. */
export function PrivacyPart({ settings }: SettingsPartProps) {
  const { register, formState, frame } = useSettingsPart(settings, ['retention']);
  const errors = formState.errors.retention;
  return (
    <SettingsPartForm title={t`Privacy`} frame={frame}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`How long the store keeps data. What is older is deleted within a day, also when you shorten a period. Published versions and the receipts of their approvals are kept.`}
      </Typography>
      {RETENTION_NAMES.map((name) => (
        <TextFormField
          key={name}
          {...register(`retention.${name}`, { valueAsNumber: true })}
          label={labelOf(name)}
          type="number"
          help={helpOf(name)}
          error={errors?.[name]?.message}
          inputProps={{ min: RETENTION[name].min, max: RETENTION[name].max, step: 1 }}
          sx={{ maxWidth: 160 }}
        />
      ))}
    </SettingsPartForm>
  );
}

/** Returns the label of a period with its unit. */
function labelOf(name: RetentionName): string {
  const { label, unit } = RETENTION[name];
  return unit === 'days' ? t`${label} (days)` : t`${label} (hours)`;
}

/** Returns the explanation of a period with its range. */
function helpOf(name: RetentionName): string {
  const { help, min, max } = RETENTION[name];
  return `${help} ${t`From ${formatNumber(min)} to ${formatNumber(max)}.`}`;
}
