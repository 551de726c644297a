import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useCallMutation } from '#client/backend/use-call.ts';
import type { AppPartProps } from '#client/components/app/loaded-app.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { Section } from '#client/ui/section.tsx';
import { marketplaceIdSchema } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import { roleDenialReason } from '#shared/members/member.ts';

/** An empty field removes the ID. */
const formSchema = z.object({ marketplaceId: z.union([z.literal(''), marketplaceIdSchema]) });

/** Edits the marketplace ID of an iOS app. */
export function MarketplaceSection({ loaded: { app, role, marketplaceId } }: AppPartProps) {
  const save = useCallMutation('apps.setMarketplaceId');
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(formSchema),
    values: { marketplaceId: marketplaceId ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = formState;
  const submit = handleSubmit((typed) =>
    save.mutate({ appId: app.id, marketplaceId: typed.marketplaceId || null }),
  );
  const reason = roleDenialReason(role, 'maintainer') ?? (isDirty ? null : t`There are no changes to save.`);
  return (
    <Section title={t`AltStore PAL`}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', maxWidth: 640 }}>
        {t`With an Apple ID the app is listed for AltStore PAL, without one for AltStore Classic and SideStore. No client lists both.`}
      </Typography>
      <Alert severity="info" sx={{ mb: 2, maxWidth: 640 }}>
        {t`AltStore PAL shows the app but can’t install it from this store yet: it needs the package that Apple makes for alternative distribution (ADP), and the store has IPA files. Leave the Apple ID empty if people should install the app.`}
      </Alert>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, maxWidth: 360 }}>
        <TextFormField
          {...register('marketplaceId')}
          label={t`Apple ID of the app`}
          optional
          inputMode="numeric"
          autoComplete="off"
          readOnly={roleDenialReason(role, 'maintainer') !== null}
          help={t`The number in App Store Connect, under App Information.`}
          error={errors.marketplaceId?.message}
        />
        {save.error && <CallErrorAlert error={save.error} />}
        <Box>
          <ReasonedButton variant="outlined" type="submit" reason={reason} pending={save.isPending}>
            {t`Save Apple ID`}
          </ReasonedButton>
        </Box>
      </Box>
    </Section>
  );
}
