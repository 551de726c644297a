import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { TextFormField } from '#client/ui/form-field.tsx';
import type { ListingTexts } from '#shared/listings/listing.ts';
import { MarkdownField } from './markdown-field.tsx';
import { countText, TEXT_LABELS, textErrors } from './text-fields.ts';
import type { Editing } from './use-autosave.ts';

interface TextsFormProps {
  readonly editing: Editing<ListingTexts>;
  /** What people see now; null while nothing is public. */
  readonly publicTexts: ListingTexts | null;
  readonly readOnly: boolean;
}

/** The texts of a listing in one language. */
export function TextsForm({ editing: { value, change }, publicTexts, readOnly }: TextsFormProps) {
  const errors = textErrors(value);

  const field = (name: Exclude<keyof ListingTexts, 'description'>, help: ReactNode) => ({
    label: TEXT_LABELS[name],
    value: value[name],
    help,
    error: errors[name],
    readOnly,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });

  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 720 }}>
      <TextFormField
        {...field('name', `${nameHelp(value, publicTexts)} ${countText('name', value.name)}.`)}
      />
      <TextFormField
        {...field('summary', `One line that says what the app does. ${countText('summary', value.summary)}.`)}
      />
      <MarkdownField
        label={TEXT_LABELS.description}
        value={value.description}
        help={`Markdown: **bold**, lists, links. ${countText('description', value.description)}.`}
        error={errors.description}
        readOnly={readOnly}
        onChange={(description) => change({ description })}
      />
      <TextFormField
        {...field(
          'whatsNew',
          `Goes with the version that you submit next. ${countText('whatsNew', value.whatsNew)}.`,
        )}
        multiline
        minRows={3}
        maxRows={10}
      />
      <TextFormField
        {...field('video', 'Where a video of the app is, such as https://example.org/video.')}
        type="url"
      />
    </Box>
  );
}

function nameHelp({ name }: ListingTexts, publicTexts: ListingTexts | null): string {
  if (publicTexts === null || publicTexts.name === name.trim()) return 'What people see in the store.';
  return `People see “${publicTexts.name}” until your next version is approved.`;
}
