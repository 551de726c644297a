import { Controller } from 'react-hook-form';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** Settings for who may publish. */
export function PublishingPart({ settings }: SettingsPartProps) {
  const { control, frame } = useSettingsPart(settings, ['publishing']);
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
    </SettingsPartForm>
  );
}
