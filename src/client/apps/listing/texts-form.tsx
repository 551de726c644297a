import Box from '@mui/material/Box';
import { MarkdownField } from '#client/components/listing/markdown-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { countCharacters } from '#shared/characters.ts';
import { textAttributes } from '#shared/languages/direction.ts';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { type FieldRecord, TEXTS } from '#shared/listings/field-records.ts';
import { TEXT_FIELDS, type TextField } from '#shared/listings/fields.ts';
import { type ListingTexts, listingTextsSchema } from '#shared/listings/listing.ts';
import { PublicationNote } from './publication-note.tsx';
import type { PublicationState } from './publication-state.ts';
import type { Editing } from './use-autosave.ts';

interface TextsFormProps {
  readonly editing: Editing<ListingTexts>;
  /** Returns the publication status of a text. */
  readonly stateOf: (field: TextField) => PublicationState | null;
  readonly readOnly: boolean;
  /** The language, for spell checking. */
  readonly lang: string;
  /** True in one of several columns, whose rows are those of the grid around it. */
  readonly isColumn?: boolean;
  /** True for fields that links lead to: only one column's. */
  readonly hasAnchors?: boolean;
}

/** Shows the texts of a listing in one language. Release notes belong to a version and are written with it. */
export function TextsForm({
  editing: { value, change },
  stateOf,
  readOnly,
  lang,
  isColumn = false,
  hasAnchors = true,
}: TextsFormProps) {
  const errors = textErrors(value);
  // A field that is empty in both has no status to show.
  const note = (name: TextField) => {
    const state = stateOf(name);
    return state?.status === 'live' && value[name] === '' ? null : <PublicationNote state={state} />;
  };

  const field = (name: TextField) => ({
    label: TEXTS[name].label(),
    value: value[name],
    help: helpOf(TEXTS[name], value[name]),
    error: errors[name],
    readOnly,
  });

  const inputOf = (name: TextField) => {
    const { form }: FieldRecord = TEXTS[name];
    if (form === 'markdown')
      return <MarkdownField {...field(name)} lang={lang} onChange={(text) => change({ [name]: text })} />;
    const input = {
      ...field(name),
      autoComplete: 'off',
      inputProps: form === 'address' ? { dir: 'ltr' } : textAttributes(lang),
      onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    };
    return <TextFormField {...input} type={form === 'address' ? 'url' : 'text'} />;
  };

  return (
    <Box sx={isColumn ? { display: 'contents' } : { display: 'grid', gap: 3, maxWidth: 720 }}>
      {TEXT_FIELDS.map((name) => (
        <div key={name} {...(hasAnchors && { id: name })}>
          {inputOf(name)}
          {note(name)}
        </div>
      ))}
    </Box>
  );
}

/** Returns a field's help, with the length of its text, such as "12 of 80 characters". */
function helpOf({ help, form, max }: FieldRecord, text: string): string {
  if (max === undefined) return help;
  const trimmed = text.trim();
  const count = form === 'name' || form === 'line' ? countCharacters(trimmed) : trimmed.length;
  return `${help} ${t`${formatNumber(count)} of ${formatNumber(max)} characters`}.`;
}

/** Returns the problems of the texts, by field. */
function textErrors(texts: ListingTexts): Partial<Record<keyof ListingTexts, string>> {
  const { error } = listingTextsSchema.safeParse(texts);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]));
}
