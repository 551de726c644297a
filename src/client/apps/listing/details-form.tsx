import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import { CategoryField } from '#client/components/listing/category-field.tsx';
import { FormField, TextFormField } from '#client/ui/form-field.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { type AppDetails, appDetailsSchema } from '#shared/apps/details.ts';
import { t } from '#shared/languages/translate.ts';
import { LISTING_FIELD_LABELS } from '#shared/listings/fields.ts';
import { PublicationNote } from './publication-note.tsx';
import type { PublicationState } from './publication-state.ts';
import { TagsField } from './tags-field.tsx';
import type { Editing } from './use-autosave.ts';

/** Returns the problems of the details, by field. */
function detailErrors(details: AppDetails): Partial<Record<keyof AppDetails, string>> {
  const { error } = appDetailsSchema.safeParse(details);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]));
}

interface DetailsFormProps {
  readonly editing: Editing<AppDetails>;
  /** All categories of the store. */
  readonly categories: readonly { readonly id: string; readonly name: string }[];
  /** The languages of the listing. */
  readonly locales: readonly string[];
  /** Returns the publication status of a detail. */
  readonly stateOf: (field: keyof AppDetails) => PublicationState | null;
  readonly readOnly: boolean;
}

const LINK_HELP = {
  website: t`The app’s website.`,
  privacyPolicy: t`How the app handles people’s data.`,
  sourceCode: t`Where the source code is, if it’s open source.`,
  issueTracker: t`Where people report problems.`,
};

/** Edits the app details that all languages share. */
export function DetailsForm({ editing, categories, locales, stateOf, readOnly }: DetailsFormProps) {
  const { value, change } = editing;
  const errors = detailErrors(value);

  const text = (name: 'contactEmail' | 'license' | keyof typeof LINK_HELP, help: string) => ({
    label: LISTING_FIELD_LABELS[name],
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
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
        alignItems: 'start',
        gap: 3,
      }}
    >
      <Noted field="category" state={stateOf('category')}>
        <CategoryField
          categories={categories}
          value={value.category}
          error={errors.category}
          readOnly={readOnly}
          onChange={(category) => change({ category })}
        />
      </Noted>
      <Noted field="tags" state={stateOf('tags')}>
        <TagsField
          label={LISTING_FIELD_LABELS.tags}
          tags={value.tags}
          error={errors.tags}
          readOnly={readOnly}
          onChange={(tags) => change({ tags })}
        />
      </Noted>
      <Noted field="contactEmail" state={stateOf('contactEmail')}>
        <TextFormField {...text('contactEmail', t`Shown publicly so people can contact you.`)} type="email" />
      </Noted>
      {(Object.keys(LINK_HELP) as (keyof typeof LINK_HELP)[]).map((name) => (
        <Noted key={name} field={name} state={stateOf(name)}>
          <TextFormField {...text(name, LINK_HELP[name])} type="url" />
        </Noted>
      ))}
      <Noted field="license" state={stateOf('license')}>
        <TextFormField {...text('license', t`An SPDX identifier, such as Apache-2.0.`)} />
      </Noted>
      <Noted field="defaultLocale" state={stateOf('defaultLocale')}>
        <FormField
          label={LISTING_FIELD_LABELS.defaultLocale}
          help={t`Shown to people whose language isn’t available.`}
          error={errors.defaultLocale}
        >
          {({ id, ...described }) =>
            readOnly ? (
              <OutlinedInput
                size="small"
                readOnly
                value={`${localeName(value.defaultLocale)} (${value.defaultLocale})`}
                inputProps={{ id, ...described }}
              />
            ) : (
              <NativeSelect
                value={value.defaultLocale}
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
            )
          }
        </FormField>
      </Noted>
    </Box>
  );
}

interface NotedProps {
  readonly field: keyof AppDetails;
  readonly state: PublicationState | null;
  readonly children: ReactNode;
}

/** Shows a field with its status below. Live fields show none, because the form has many. */
function Noted({ field, state, children }: NotedProps) {
  return (
    <div id={field}>
      {children}
      {state !== null && state.status !== 'live' && <PublicationNote state={state} />}
    </div>
  );
}
