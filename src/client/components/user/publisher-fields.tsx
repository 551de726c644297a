import { type Control, Controller } from 'react-hook-form';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';

/** The name and type under which someone publishes, as a form holds them. */
export interface PublisherValues {
  developerName: string;
  developerType: 'individual' | 'organisation';
}

const DEVELOPER_TYPES = [
  { value: 'individual', label: t`Individual`, help: t`You publish under your own name.` },
  {
    value: 'organisation',
    label: t`Organisation`,
    help: t`You publish for a company, organisation or project.`,
  },
] as const;

/** Asks for the name and type under which someone publishes. */
export function PublisherFields<Values extends PublisherValues>({
  control: given,
}: {
  readonly control: Control<Values>;
}) {
  // The fields are the same, whatever else the form has.
  const control = given as unknown as Control<PublisherValues>;
  return (
    <>
      <Controller
        control={control}
        name="developerName"
        render={({ field, fieldState }) => (
          <TextFormField
            {...field}
            label={t`Developer name`}
            autoComplete="organization"
            help={t`Shown with your apps.`}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="developerType"
        render={({ field, fieldState }) => (
          <ChoiceField
            label={t`You publish as`}
            choices={DEVELOPER_TYPES}
            error={fieldState.error?.message}
            {...field}
          />
        )}
      />
    </>
  );
}
