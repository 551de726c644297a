import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import { CategoryField } from '#client/components/listing/category-field.tsx';
import { FormField, TextFormField } from '#client/ui/form-field.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { type AppDetails, appDetailsSchema } from '#shared/listings/details.ts';
import { DETAILS, type FieldRecord } from '#shared/listings/field-records.ts';
import { DETAIL_FIELDS, type LineField } from '#shared/listings/fields.ts';
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

/** The types of inputs by the form of their field; others are plain texts. */
const INPUT_TYPES: Readonly<Partial<Record<FieldRecord['form'], string>>> = {
  address: 'url',
  email: 'email',
};

/** Details with a control of their own. */
const CHOICES: ReadonlySet<FieldRecord['form']> = new Set(['locale', 'category', 'tags']);
const LINES = DETAIL_FIELDS.filter((field): field is LineField => !CHOICES.has(DETAILS[field].form));

/** Edits the app details that all languages share. */
export function DetailsForm({ editing, categories, locales, stateOf, readOnly }: DetailsFormProps) {
  const { value, change } = editing;
  const errors = detailErrors(value);

  const text = (name: LineField) => ({
    label: DETAILS[name].label(),
    optional: true,
    value: value[name],
    help: DETAILS[name].help,
    type: INPUT_TYPES[DETAILS[name].form] ?? 'text',
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
      <NotedField field="category" state={stateOf('category')}>
        <CategoryField
          categories={categories}
          value={value.category}
          error={errors.category}
          readOnly={readOnly}
          onChange={(category) => change({ category })}
        />
      </NotedField>
      <NotedField field="tags" state={stateOf('tags')}>
        <TagsField
          label={DETAILS.tags.label()}
          tags={value.tags}
          error={errors.tags}
          readOnly={readOnly}
          onChange={(tags) => change({ tags })}
        />
      </NotedField>
      {LINES.map((name) => (
        <NotedField key={name} field={name} state={stateOf(name)}>
          <TextFormField {...text(name)} />
        </NotedField>
      ))}
      <NotedField field="defaultLocale" state={stateOf('defaultLocale')}>
        <FormField
          label={DETAILS.defaultLocale.label()}
          help={DETAILS.defaultLocale.help}
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
      </NotedField>
    </Box>
  );
}

interface NotedFieldProps {
  readonly field: keyof AppDetails;
  readonly state: PublicationState | null;
  readonly children: ReactNode;
}

/** Shows a field with its status below. Live fields show none, because the form has many. */
function NotedField({ field, state, children }: NotedFieldProps) {
  return (
    <div id={field}>
      {children}
      {state !== null && state.status !== 'live' && <PublicationNote state={state} />}
    </div>
  );
}
