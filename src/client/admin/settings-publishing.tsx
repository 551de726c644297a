import { Controller } from 'react-hook-form';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { SettingsPartForm, type SettingsPartProps, useSettingsPart } from './settings-part.tsx';

/** Who may publish. */
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
                label: 'Become developers at once',
                help: 'Whoever asks to publish can create an app. Every version is still inspected.',
              },
              {
                value: 'approval',
                label: 'Become developers after an approval',
                help: 'Requests wait on the Admin Dashboard and in User Management.',
              },
              {
                value: 'closed',
                label: 'Are made by admins',
                help: 'Nobody can ask. Admins give the role in User Management.',
              },
            ]}
          />
        )}
      />
    </SettingsPartForm>
  );
}
