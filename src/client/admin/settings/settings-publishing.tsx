import { Controller } from 'react-hook-form';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** Settings for who may publish. */
export function PublishingPart({ settings }: SettingsPartProps) {
  const { control, frame } = useSettingsPart(settings, ['publishing']);
  return (
    <SettingsPartForm title="Publishing" frame={frame}>
      <Controller
        control={control}
        name="publishing"
        render={({ field }) => (
          <ChoiceField
            {...field}
            label="New publishers"
            choices={[
              {
                value: 'open',
                label: 'Approve automatically',
                help: 'Anyone who asks to publish can create apps. Every version is still inspected.',
              },
              {
                value: 'approval',
                label: 'Require approval',
                help: 'Requests appear on the Admin Dashboard and in User Management.',
              },
              {
                value: 'closed',
                label: 'By admins only',
                help: 'No one can ask. Admins assign the role in User Management.',
              },
            ]}
          />
        )}
      />
    </SettingsPartForm>
  );
}
