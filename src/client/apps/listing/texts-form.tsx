import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { GrowingTextField, TextFormField } from '#client/ui/form-field.tsx';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { LISTING_FIELD_LABELS, type TextField } from '#shared/listings/fields.ts';
import { type ListingTexts, listingTextsSchema, TEXT_LIMITS } from '#shared/listings/listing.ts';
import { MarkdownField } from './markdown-field.tsx';
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

/** Shows the texts of a listing in one language. */
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

  const named = (name: TextField) => (hasAnchors ? { id: name } : {});

  const field = (name: Exclude<keyof ListingTexts, 'description'>, help: ReactNode) => ({
    label: LISTING_FIELD_LABELS[name],
    value: value[name],
    help,
    error: errors[name],
    readOnly,
    autoComplete: 'off',
    inputProps: { lang },
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });

  return (
    <Box sx={isColumn ? { display: 'contents' } : { display: 'grid', gap: 3, maxWidth: 720 }}>
      <div {...named('name')}>
        <TextFormField
          {...field('name', t`The app’s name in the store. ${countText('name', value.name)}.`)}
        />
        {note('name')}
      </div>
      <div {...named('summary')}>
        <TextFormField
          {...field('summary', t`What the app does, in one line. ${countText('summary', value.summary)}.`)}
        />
        {note('summary')}
      </div>
      <div {...named('description')}>
        <MarkdownField
          label={LISTING_FIELD_LABELS.description}
          value={value.description}
          help={t`Markdown: **bold**, lists, links. ${countText('description', value.description)}.`}
          error={errors.description}
          readOnly={readOnly}
          lang={lang}
          onChange={(description) => change({ description })}
        />
        {note('description')}
      </div>
      <GrowingTextField
        {...field('whatsNew', t`Submitted with your next version. ${countText('whatsNew', value.whatsNew)}.`)}
        minRows={3}
        maxRows={10}
      />
      <div {...named('video')}>
        <TextFormField
          {...field('video', t`Link to a video of the app, such as https://example.org/video.`)}
          type="url"
        />
        {note('video')}
      </div>
    </Box>
  );
}

/** Returns the problems of the texts, by field. */
function textErrors(texts: ListingTexts): Partial<Record<keyof ListingTexts, string>> {
  const { error } = listingTextsSchema.safeParse(texts);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]));
}

/** Returns the length of a text, such as "12 of 80 characters". */
function countText(field: keyof typeof TEXT_LIMITS, text: string): string {
  const limit = TEXT_LIMITS[field];
  return t`${formatNumber(text.trim().length)} of ${formatNumber(limit)} characters`;
}
