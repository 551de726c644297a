import { Controller } from 'react-hook-form';
import { CheckList } from '#client/ui/check-list.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { LISTING_REQUIREMENTS, OPTIONAL_REQUIREMENTS } from '#shared/listings/completeness.ts';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** Settings for manual review, and for the hours until a claim is overdue. */
export function ReviewPart({ settings }: SettingsPartProps) {
  const { register, control, formState, frame } = useSettingsPart(settings, [
    'review',
    'listingRequirements',
    'listingChanges',
    'ownApprovals',
    'bulkDecisions',
  ]);
  return (
    <SettingsPartForm title={t`Review`} frame={frame}>
      <Controller
        control={control}
        name="review.updates"
        render={({ field }) => (
          <ChoiceField
            {...field}
            label={t`Updates without sensitive changes`}
            choices={[
              {
                value: 'review',
                label: t`Manual review`,
                help: t`Every version goes to the review queue.`,
              },
              {
                value: 'approve',
                label: t`Approve automatically`,
                help: t`New permissions, special access, a shared user ID, a different signer, name or icon, any finding, and first versions still need manual review. The reason is recorded and shown to both sides.`,
              },
            ]}
          />
        )}
      />
      <Controller
        control={control}
        name="listingRequirements"
        render={({ field: { value, onChange } }) => (
          <CheckList
            label={t`First versions also need`}
            help={t`Every listing needs a name, summary, description, icon and category before its first version can be submitted.`}
            choices={OPTIONAL_REQUIREMENTS.map((requirement) => ({
              value: requirement,
              label: LISTING_REQUIREMENTS[requirement].label,
            }))}
            error={undefined}
            value={value}
            onChange={onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="listingChanges"
        render={({ field }) => (
          <ChoiceField
            {...field}
            label={t`Listing changes of published apps`}
            choices={[
              {
                value: 'live',
                label: t`Go live immediately`,
                help: t`Review and revert them under “Recent listing changes”. Names, icons and new languages always need approval.`,
              },
              {
                value: 'approval',
                label: t`Need approval`,
                help: t`Changed text and images go live only after you approve them.`,
              },
            ]}
          />
        )}
      />
      <Controller
        control={control}
        name="ownApprovals"
        render={({ field }) => (
          <ChoiceField
            {...field}
            label={t`Apps of admins`}
            choices={[
              {
                value: 'forbid',
                label: t`Need another admin’s approval`,
                help: t`No one can approve or restore an app they publish, work on or uploaded a version of, and no such version is approved automatically. Applies while the store has two or more active admins.`,
              },
              {
                value: 'allow',
                label: t`Admins may approve their own`,
                help: t`Their versions follow the same rules as everyone else’s.`,
              },
            ]}
          />
        )}
      />
      <Controller
        control={control}
        name="bulkDecisions"
        render={({ field }) => (
          <ChoiceField
            {...field}
            label={t`Bulk decisions`}
            choices={[
              {
                value: 'off',
                label: t`Off`,
                help: t`Reviewers decide about each version on its own page.`,
              },
              {
                value: 'updates',
                label: t`Updates without findings`,
                help: t`Reviewers can approve or reject several selected updates together, if the store could also approve them automatically. Everything else stays on its own page.`,
              },
            ]}
          />
        )}
      />
      <TextFormField
        {...register('review.staleClaimHours', { valueAsNumber: true })}
        label={t`Hours until a review is overdue`}
        type="number"
        help={t`We remind a reviewer who hasn’t decided by then, and other reviewers see it.`}
        error={formState.errors.review?.staleClaimHours?.message}
        inputProps={{ min: 1, max: 720, step: 1 }}
        sx={{ maxWidth: 160 }}
      />
    </SettingsPartForm>
  );
}
