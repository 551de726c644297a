import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { ListingValueDiff } from '#client/components/listing/listing-value.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { t } from '#shared/languages/translate.ts';
import { LISTING_FIELD_LABELS, type ListingField } from '#shared/listings/fields.ts';
import type { ListingDifference } from '#shared/listings/review-calls.ts';

/** The labels of both sides for who decides about a change. */
const LABELS = { before: t`Live now`, after: t`After approval` };

/** Returns the label of a field with its language: "Name, German". */
export function fieldTitle({ locale, field }: { locale: string; field: ListingField }): string {
  return locale === ''
    ? t`${LISTING_FIELD_LABELS[field]}, all languages`
    : `${LISTING_FIELD_LABELS[field]}, ${localeName(locale)}`;
}

/** Returns a key for one difference of a listing. */
export function differenceKey({ locale, field }: { locale: string; field: ListingField }): string {
  return `${locale} ${field}`;
}

interface ListingDifferencesProps {
  readonly differences: readonly Omit<ListingDifference, 'revision'>[];
  /** The name of the list. */
  readonly label?: string;
  /** The labels of both sides. */
  readonly labels?: { readonly before: string; readonly after: string };
  /** Lets the user select changes, by `differenceKey`. */
  readonly choice?: {
    readonly left: ReadonlySet<string>;
    readonly toggle: (key: string) => void;
  };
}

/** Shows listing changes before and after, by language. */
export function ListingDifferences({
  differences,
  label = t`Listing changes`,
  labels = LABELS,
  choice,
}: ListingDifferencesProps) {
  const { storage } = useBackend();
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        '& > li + li': { borderTop: 1, borderColor: 'divider', mt: 2, pt: 2 },
      }}
    >
      {differences.map((difference) => {
        const key = differenceKey(difference);
        const title = fieldTitle(difference);
        return (
          <li key={key}>
            <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
              {choice === undefined ? (
                title
              ) : (
                <FormControlLabel
                  control={
                    <Checkbox
                      size="small"
                      checked={!choice.left.has(key)}
                      onChange={() => choice.toggle(key)}
                    />
                  }
                  label={title}
                  slotProps={{ typography: { variant: 'subtitle2' } }}
                />
              )}
            </Typography>
            <ListingValueDiff {...difference} labels={labels} urlOf={storage.urlOf} />
          </li>
        );
      })}
    </Box>
  );
}
