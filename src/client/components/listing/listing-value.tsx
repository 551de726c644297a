import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import { SIDE_BY_SIDE, TextDiff } from '#client/ui/text-diff.tsx';
import { ToneChip } from '#client/ui/tone-chip.tsx';
import { textAttributes } from '#shared/languages/direction.ts';
import { plural, t } from '#shared/languages/translate.ts';
import { isPictureField, type ListingField } from '#shared/listings/fields.ts';
import { isEmptyValue, type ListingValue, picturesOf } from '#shared/listings/values.ts';

interface ListingValueDiffProps {
  /** Empty for fields that all languages share. */
  readonly locale: string;
  readonly field: ListingField;
  readonly before: ListingValue;
  readonly after: ListingValue;
  /** The labels of both sides. */
  readonly labels: { readonly before: string; readonly after: string };
  /** Returns the address of a picture from its key. */
  readonly urlOf: (key: string) => string;
}

/** Marks what wasn't there before. */
export function NewMark() {
  return <ToneChip label={t`New`} icon={AddIcon} tone="info" />;
}

/** Shows one listing field before and after a change: texts with marked words, pictures side by side, and what is new alone. */
export function ListingValueDiff(props: ListingValueDiffProps) {
  const { locale, field, before, after, labels, urlOf } = props;
  if (isEmptyValue(before) && !isEmptyValue(after)) return <NewValue {...props} />;
  if (!isPictureField(field)) {
    return (
      <TextDiff
        before={listingValueText(before)}
        after={listingValueText(after)}
        language={textAttributes(locale)}
        labels={labels}
      />
    );
  }
  return (
    <Box sx={SIDE_BY_SIDE}>
      {[
        { label: labels.before, value: before },
        { label: labels.after, value: after },
      ].map(({ label, value }) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Box sx={{ typography: 'caption', color: 'text.secondary', mb: 0.5 }}>{label}</Box>
          <PictureRow label={label} keys={picturesOf(value).map(({ key }) => key)} urlOf={urlOf} />
        </Box>
      ))}
    </Box>
  );
}

function NewValue({ locale, field, after, labels, urlOf }: ListingValueDiffProps) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'start', gap: 0.75 }}>
      <NewMark />
      {isPictureField(field) ? (
        <PictureRow label={labels.after} keys={picturesOf(after).map(({ key }) => key)} urlOf={urlOf} />
      ) : (
        <Box
          {...textAttributes(locale)}
          sx={{ typography: 'body2', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {listingValueText(after)}
        </Box>
      )}
    </Box>
  );
}

interface PictureRowProps {
  readonly label: string;
  readonly keys: readonly string[];
  readonly urlOf: (key: string) => string;
}

/** Shows thumbnails in order. */
export function PictureRow({ label, keys, urlOf }: PictureRowProps) {
  if (keys.length === 0) return <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t`None`}</Box>;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {keys.map((key, at) => (
        <Box
          key={key}
          component="img"
          src={urlOf(key)}
          alt={keys.length === 1 ? label : t`${label}: ${at + 1} of ${keys.length}`}
          sx={{ maxWidth: '100%', maxHeight: 160, borderRadius: 1 }}
        />
      ))}
    </Box>
  );
}

/** Returns a value as text: tags as a list, a whole language by its name and size. */
export function listingValueText(value: ListingValue): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(', ');
  const pictures = picturesOf(value).length;
  const { name, summary, description } = value.texts;
  const count = pictures > 0 ? plural(pictures, { one: '# picture', other: '# pictures' }) : '';
  return [name, summary, description, count].filter((text) => text !== '').join('\n');
}
