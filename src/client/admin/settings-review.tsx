import { Controller } from 'react-hook-form';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** What a person looks at, and for how long somebody may have it. */
export function ReviewPart({ settings }: SettingsPartProps) {
  const { register, control, formState, frame } = useSettingsPart(settings, ['review']);
  return (
    <SettingsPartForm title="Review" frame={frame}>
      <Controller
        control={control}
        name="review.updates"
        render={({ field }) => (
          <ChoiceField
            {...field}
            label="Updates without sensitive changes"
            choices={[
              {
                value: 'review',
                label: 'A person looks at them',
                help: 'Every version waits in the review queue.',
              },
              {
                value: 'approve',
                label: 'Are approved at once',
                help: 'New access, another signer, name or icon, and any finding still go to a person; so does a first version. Why is recorded and shown to both sides.',
              },
            ]}
          />
        )}
      />
      <TextFormField
        {...register('review.staleClaimHours', { valueAsNumber: true })}
        label="Hours until a claim is stale"
        type="number"
        help="A reviewer who claimed a version and has not decided by then is reminded, and the others see it."
        error={formState.errors.review?.staleClaimHours?.message}
        inputProps={{ min: 1, max: 720, step: 1 }}
        sx={{ maxWidth: 160 }}
      />
    </SettingsPartForm>
  );
}
