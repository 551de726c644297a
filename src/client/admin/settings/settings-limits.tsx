import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { quotaLabel } from '#client/components/quota/quota-label.ts';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { TextFormField } from '#client/ui/form-field.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { t } from '#shared/languages/translate.ts';
import { QUOTA_NAMES, QUOTAS } from '#shared/quotas/quotas.ts';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** Settings for the limits per upload, listing and account. */
export function LimitsPart({ settings }: SettingsPartProps) {
  const { register, formState, frame } = useSettingsPart(settings, ['limits', 'quotas']);
  const { limits, quotas } = formState.errors;
  return (
    <SettingsPartForm title={t`Limits`} frame={frame}>
      <TextFormField
        {...register('limits.packageMegabytes', { valueAsNumber: true })}
        label={t`Maximum package size (MiB)`}
        type="number"
        help={t`Larger files are rejected before upload. Existing files stay.`}
        error={limits?.packageMegabytes?.message}
        inputProps={{ min: 1, max: 2048, step: 1 }}
        sx={{ maxWidth: 160 }}
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
      {QUOTA_NAMES.map((name) => (
        <TextFormField
          key={name}
          {...register(`quotas.${name}`, { valueAsNumber: true })}
          label={quotaLabel(name)}
          type="number"
          help={QUOTAS[name].help}
          error={quotas?.[name]?.message}
          inputProps={{ min: 1, max: QUOTAS[name].max, step: 1 }}
          sx={{ maxWidth: 160 }}
        />
      ))}
    </SettingsPartForm>
  );
}
