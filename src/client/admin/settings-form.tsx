import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Controller, useForm } from 'react-hook-form';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { FormField, TextFormField } from '#client/ui/form-field.tsx';
import { Section } from '#client/ui/section.tsx';
import { type StoreSettings, storeSettingsSchema } from '#shared/settings/settings.ts';
import { RuleModes } from './rule-modes.tsx';

/** The store's settings, each with what it does; they hold from the moment they are saved. */
export function SettingsForm({ settings }: { settings: StoreSettings }) {
  const update = useCallMutation('settings.update', { invalidates: ['settings.get'] });
  const { register, control, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(storeSettingsSchema),
    defaultValues: settings,
  });
  const { errors, isDirty } = formState;
  const save = handleSubmit((next) =>
    update.mutate({ settings: next }, { onSuccess: ({ settings: saved }) => reset(saved) }),
  );
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Section title="Store">
        <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 640 }}>
          <TextFormField
            {...register('storeName')}
            label="Store name"
            help="Shown at the top of every page, in mails and in store clients."
            error={errors.storeName?.message}
            autoComplete="off"
          />
          <FormField
            label="Registration"
            help="Closed: nobody can create an account. Existing accounts stay."
          >
            {({ id, 'aria-describedby': description }) => (
              <NativeSelect
                {...register('registration')}
                input={<OutlinedInput size="small" />}
                slotProps={{ input: { id, 'aria-describedby': description } }}
              >
                <option value="open">Open to everybody</option>
                <option value="closed">Closed</option>
              </NativeSelect>
            )}
          </FormField>
        </Box>
      </Section>
      <Section title="Publishing">
        <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 640 }}>
          <FormField
            label="New publishers"
            help="At once: who asks to publish becomes a developer. After approval: an admin decides in User Management. Made by admins: nobody can ask."
          >
            {({ id, 'aria-describedby': description }) => (
              <NativeSelect
                {...register('publishing')}
                input={<OutlinedInput size="small" />}
                slotProps={{ input: { id, 'aria-describedby': description } }}
              >
                <option value="open">Become developers at once</option>
                <option value="approval">Become developers after an admin’s approval</option>
                <option value="closed">Are made by admins</option>
              </NativeSelect>
            )}
          </FormField>
          <TextFormField
            {...register('minTargetSdk', { valueAsNumber: true })}
            label="Lowest target SDK"
            type="number"
            help="Android packages made for an older API level do not pass inspection. Current Android refuses to install those below 23."
            error={errors.minTargetSdk?.message}
            inputProps={{ min: 1, max: 100, step: 1 }}
            sx={{ maxWidth: 160 }}
          />
        </Box>
      </Section>
      <Section title="Package rules">
        <Controller
          control={control}
          name="rules"
          render={({ field }) => <RuleModes modes={field.value ?? {}} onChange={field.onChange} />}
        />
      </Section>
      <Section title="Terms">
        <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 640 }}>
          <TextFormField
            {...register('terms.version')}
            label="Version of the terms"
            help="Change it with the text: the store records which version each person has accepted."
            error={errors.terms?.version?.message}
            autoComplete="off"
            sx={{ maxWidth: 240 }}
          />
          <TextFormField
            {...register('terms.text')}
            label="Text of the terms"
            help="What people accept when they finish onboarding."
            error={errors.terms?.text?.message}
            multiline
            minRows={5}
            maxRows={20}
          />
        </Box>
      </Section>
      {update.error !== null && (
        <Box sx={{ mb: 2 }}>
          <CallErrorAlert error={update.error} />
        </Box>
      )}
      {update.isSuccess && !isDirty && (
        <Alert severity="success" sx={{ mb: 2 }}>
          Saved. The settings hold from now on.
        </Alert>
      )}
      <Button type="submit" variant="contained" loading={update.isPending} disabled={!isDirty}>
        Save settings
      </Button>
    </form>
  );
}
