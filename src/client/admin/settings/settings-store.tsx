import Box from '@mui/material/Box';
import { Controller, useWatch } from 'react-hook-form';
import { useSendsEmail } from '#client/backend/use-sends-email.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { AccentField } from './accent-field.tsx';
import { BrandingPreview } from './branding-preview.tsx';
import { LogoField } from './logo-field.tsx';
import { ReaderTokens } from './reader-tokens.tsx';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** Settings for how the store presents itself, and for its registration. */
export function StorePart({ settings }: SettingsPartProps) {
  const { register, control, formState, frame } = useSettingsPart(settings, [
    'storeName',
    'tagline',
    'accent',
    'storeAccess',
    'registration',
  ]);
  const sendsEmail = useSendsEmail();
  const chosenAccess = useWatch({ control, name: 'storeAccess' });
  return (
    <>
      <SettingsPartForm title={t`Store`} frame={frame}>
        <TextFormField
          {...register('storeName')}
          label={t`Store name`}
          help={
            sendsEmail
              ? t`Shown at the top of every page, in emails and in store clients.`
              : t`Shown at the top of every page and in store clients.`
          }
          error={formState.errors.storeName?.message}
          autoComplete="off"
        />
        <TextFormField
          {...register('tagline')}
          label={t`Tagline`}
          optional
          help={
            sendsEmail
              ? t`One sentence about the store, on the sign-in page, the public page and in emails.`
              : t`One sentence about the store, on the sign-in page and the public page.`
          }
          error={formState.errors.tagline?.message}
          autoComplete="off"
        />
        <LogoField />
        <Controller
          control={control}
          name="accent"
          render={({ field, fieldState }) => <AccentField {...field} error={fieldState.error?.message} />}
        />
        <BrandingPreview control={control} />
        <Controller
          control={control}
          name="storeAccess"
          render={({ field }) => (
            <ChoiceField
              {...field}
              label={t`Who can read the store`}
              choices={[
                {
                  value: 'public',
                  label: t`Anyone`,
                  help: t`The public page, the catalog API and all store clients.`,
                },
                {
                  value: 'readers',
                  label: t`People with a reader token`,
                  help: t`Pages, catalog API and repository ask for a token. iOS clients can’t send one.`,
                },
                {
                  value: 'hidden',
                  label: t`Store clients only`,
                  help: t`No public page and no catalog API. Anyone who knows the repository’s address can add it.`,
                },
              ]}
            />
          )}
        />
        <Controller
          control={control}
          name="registration"
          render={({ field }) => (
            <ChoiceField
              {...field}
              label={t`Registration`}
              choices={[
                { value: 'open', label: t`Open`, help: t`Anyone can create an account.` },
                {
                  value: 'closed',
                  label: t`Closed`,
                  help: t`No one can create an account. Existing accounts stay.`,
                },
              ]}
            />
          )}
        />
      </SettingsPartForm>
      {chosenAccess === 'readers' && (
        <Box sx={{ mt: 3 }}>
          <ReaderTokens isInForce={settings.storeAccess === 'readers'} />
        </Box>
      )}
    </>
  );
}
