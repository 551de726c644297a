import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { FormField, TextFormField } from '#client/ui/form-field.tsx';
import { type AppDetails, appDetailsSchema } from '#shared/apps/details.ts';
import { localeName } from './locales.ts';
import { TagsField } from './tags-field.tsx';
import type { Editing } from './use-autosave.ts';

/** What the details of an app are called. */
export const DETAIL_LABELS: Readonly<Record<keyof AppDetails, string>> = {
  category: 'Category',
  tags: 'Tags',
  contactEmail: 'Contact email',
  website: 'Website',
  privacyPolicy: 'Privacy policy',
  sourceCode: 'Source code',
  issueTracker: 'Issue tracker',
  license: 'Licence',
  defaultLocale: 'Default language',
};

/** What is wrong with each detail; those that are right are absent. */
function detailErrors(details: AppDetails): Partial<Record<keyof AppDetails, string>> {
  const { error } = appDetailsSchema.safeParse(details);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]));
}

interface DetailsFormProps {
  readonly editing: Editing<AppDetails>;
  /** The categories of the store. */
  readonly categories: readonly { readonly id: string; readonly name: string }[];
  /** The languages that the listing has. */
  readonly locales: readonly string[];
  readonly readOnly: boolean;
}

const LINK_HELP = {
  website: 'The app’s own page.',
  privacyPolicy: 'What the app does with people’s data.',
  sourceCode: 'Where the source is, if it is open.',
  issueTracker: 'Where people report problems.',
};

/** What an app says of itself in every language alike. */
export function DetailsForm({ editing, categories, locales, readOnly }: DetailsFormProps) {
  const { value, change } = editing;
  const errors = detailErrors(value);

  const text = (name: 'contactEmail' | 'license' | keyof typeof LINK_HELP, help: string) => ({
    label: DETAIL_LABELS[name],
    optional: true,
    value: value[name],
    help,
    error: errors[name],
    readOnly,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });

  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        alignItems: 'start',
        gap: 3,
      }}
    >
      <FormField label={DETAIL_LABELS.category} help="Where people find it." error={errors.category}>
        {({ id, ...described }) => (
          <NativeSelect
            value={value.category}
            disabled={readOnly}
            onChange={(event) => change({ category: event.target.value })}
            input={<OutlinedInput size="small" />}
            inputProps={{ id, ...described }}
          >
            <option value="">None</option>
            {categories.map((category) => (
              <option key={category.id} value={category.id}>
                {category.name}
              </option>
            ))}
          </NativeSelect>
        )}
      </FormField>
      <TagsField
        label={DETAIL_LABELS.tags}
        tags={value.tags}
        error={errors.tags}
        readOnly={readOnly}
        onChange={(tags) => change({ tags })}
      />
      <TextFormField {...text('contactEmail', 'People write here; it is public.')} type="email" />
      {(Object.keys(LINK_HELP) as (keyof typeof LINK_HELP)[]).map((name) => (
        <TextFormField key={name} {...text(name, LINK_HELP[name])} type="url" />
      ))}
      <TextFormField {...text('license', 'An SPDX identifier, such as Apache-2.0.')} />
      <FormField
        label={DETAIL_LABELS.defaultLocale}
        help="What people get when there is no text in theirs."
        error={errors.defaultLocale}
      >
        {({ id, ...described }) => (
          <NativeSelect
            value={value.defaultLocale}
            disabled={readOnly}
            onChange={(event) => change({ defaultLocale: event.target.value })}
            input={<OutlinedInput size="small" />}
            inputProps={{ id, ...described }}
          >
            {locales.map((locale) => (
              <option key={locale} value={locale}>
                {localeName(locale)} ({locale})
              </option>
            ))}
          </NativeSelect>
        )}
      </FormField>
    </Box>
  );
}
