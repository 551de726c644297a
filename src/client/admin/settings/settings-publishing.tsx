import { Controller, type FieldErrors } from 'react-hook-form';
import { HaltRuleFields } from '#client/components/release/halt-rule-fields.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { type HaltRule, SUGGESTED_HALT_RULE } from '#shared/releases/halt-rule.ts';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';
import { TrustedIssuersField } from './trusted-issuers-field.tsx';

/** Settings for who may publish, from where, and for when rollouts halt automatically. */
export function PublishingPart({ settings }: SettingsPartProps) {
  const form = useSettingsPart(settings, ['publishing', 'rolloutHalting', 'trustedIssuers']);
  const { control, formState, frame } = form;
  return (
    <SettingsPartForm title={t`Publishing`} frame={frame}>
      <Controller
        control={control}
        name="publishing"
        render={({ field }) => (
          <ChoiceField
            {...field}
            label={t`New publishers`}
            choices={[
              {
                value: 'open',
                label: t`Approve automatically`,
                help: t`Anyone who asks to publish can create apps. Every version is still inspected.`,
              },
              {
                value: 'approval',
                label: t`Require approval`,
                help: t`Requests appear on the Admin Dashboard and in User Management.`,
              },
              {
                value: 'closed',
                label: t`By admins only`,
                help: t`No one can ask. Admins assign the role in User Management.`,
              },
            ]}
          />
        )}
      />
      <Controller
        control={control}
        name="rolloutHalting"
        render={({ field: { value, onChange, ...field } }) => (
          <>
            <ChoiceField
              {...field}
              label={t`Rollouts`}
              value={value === null ? 'manual' : 'automatic'}
              onChange={(choice) => onChange(choice === 'manual' ? null : SUGGESTED_HALT_RULE)}
              choices={[
                {
                  value: 'manual',
                  label: t`Publishers halt them`,
                  help: t`They can also set a rule for a rollout themselves.`,
                },
                {
                  value: 'automatic',
                  label: t`Halt automatically after many reports`,
                  help: t`Store clients report crashes and problems. Publishers can set another rule for a rollout.`,
                },
              ]}
            />
            {value !== null && (
              <HaltRuleFields
                rule={value}
                errors={haltRuleErrors(formState.errors.rolloutHalting)}
                onChange={onChange}
              />
            )}
          </>
        )}
      />
      <TrustedIssuersField form={form} />
    </SettingsPartForm>
  );
}

type RuleErrors = FieldErrors<HaltRule> | undefined;

function haltRuleErrors(errors: RuleErrors) {
  return {
    kinds: errors?.kinds?.message,
    reports: errors?.reports?.message,
    percentage: errors?.percentage?.message,
  };
}
