import CopyIcon from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { localeName } from '#client/ui/locale-name.ts';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import { LISTING_FIELD_LABELS, TEXT_FIELDS } from '#shared/listings/fields.ts';
import type { ListingTexts } from '#shared/listings/listing.ts';
import { Edited, EditNotes } from './edited.tsx';
import { MergeView } from './merge-view.tsx';
import { type PublicationContext, publicationState } from './publication-state.ts';
import { SaveState } from './save-state.tsx';
import { TextsForm } from './texts-form.tsx';
import type { Editing } from './use-autosave.ts';

/** The texts in one language. */
export interface LocaleTexts {
  readonly locale: string;
  readonly editing: Editing<ListingTexts>;
}

interface TextsSectionProps {
  /** The language of the editor first, then those beside it. */
  readonly columns: readonly [LocaleTexts, ...LocaleTexts[]];
  readonly publication: PublicationContext;
  readonly readOnly: boolean;
}

/** Shows the texts in one language, or in several side by side. */
export function TextsSection({ columns, publication, readOnly }: TextsSectionProps) {
  const [first, ...others] = columns;
  if (others.length > 0) return <SideBySide {...{ columns, publication, readOnly }} />;
  const { locale, editing } = first;
  return (
    <Section title={t`Texts in ${localeName(locale)}`} id="texts">
      <Edited editing={editing} labels={LISTING_FIELD_LABELS}>
        <TextsForm
          editing={editing}
          stateOf={(field) => publicationState(publication, { locale, field })}
          readOnly={readOnly}
          lang={locale}
        />
      </Edited>
    </Section>
  );
}

/** The rows of a column: its header and the fields. Columns share them, so that the same fields stand side by side. */
const FIELD_ROWS = TEXT_FIELDS.length;

function SideBySide({ columns, publication, readOnly }: TextsSectionProps) {
  const [source] = columns;
  return (
    <Section title={t`Texts side by side`} id="texts">
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 230px), 1fr))',
          columnGap: 3,
          rowGap: { xs: 3, md: 0 },
        }}
      >
        {columns.map(({ locale, editing }) => (
          <Box
            key={locale}
            component="section"
            aria-label={t`Texts in ${localeName(locale)}`}
            sx={{
              display: 'grid',
              gridTemplateRows: 'subgrid',
              gridRow: `span ${FIELD_ROWS + 1}`,
              rowGap: 3,
              minWidth: 0,
            }}
          >
            <div>
              <ColumnHeader
                locale={locale}
                editing={editing}
                source={locale === source.locale || readOnly ? null : source}
              />
              <EditNotes editing={editing} />
            </div>
            {editing.phase === 'conflict' ? (
              <Box sx={{ gridRow: `span ${FIELD_ROWS}` }}>
                <MergeView labels={LISTING_FIELD_LABELS} editing={editing} />
              </Box>
            ) : (
              <TextsForm
                editing={editing}
                stateOf={(field) => publicationState(publication, { locale, field })}
                readOnly={readOnly}
                lang={locale}
                isColumn
                hasAnchors={locale === source.locale}
              />
            )}
          </Box>
        ))}
      </Box>
    </Section>
  );
}

interface ColumnHeaderProps extends LocaleTexts {
  /** The texts to copy from; null for the first column. */
  readonly source: LocaleTexts | null;
}

/** Shows the language of a column and its save status, and copies what is missing from the first column. */
function ColumnHeader({ locale, editing, source }: ColumnHeaderProps) {
  const missing = source === null ? {} : missingTexts(editing.value, source.editing.value);
  return (
    <Box sx={{ minHeight: 32 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography component="h3" variant="subtitle1" sx={{ flex: 1, fontWeight: 600 }}>
          {localeName(locale)}
        </Typography>
        <SaveState label={t`Save status of ${localeName(locale)}`} editings={[editing]} />
      </Box>
      {source !== null && Object.keys(missing).length > 0 && (
        <Button
          size="small"
          startIcon={<CopyIcon />}
          onClick={() => editing.change(missing)}
          sx={{ ml: -0.5, textAlign: 'left' }}
        >
          {t`Fill empty fields from ${localeName(source.locale)}`}
        </Button>
      )}
    </Box>
  );
}

/** Returns the texts that are empty in one language and not in another. */
function missingTexts(texts: ListingTexts, source: ListingTexts): Partial<ListingTexts> {
  return Object.fromEntries(
    TEXT_FIELDS.filter((field) => texts[field].trim() === '' && source[field].trim() !== '').map((field) => [
      field,
      source[field],
    ]),
  );
}
