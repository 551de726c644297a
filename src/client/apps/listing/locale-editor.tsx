import PreviewIcon from '@mui/icons-material/Smartphone';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useState } from 'react';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import { listingChecklist } from '#shared/listings/completeness.ts';
import { LISTING_FIELD_LABELS, type ListingField, SCREENSHOT_KINDS } from '#shared/listings/fields.ts';
import { DeletedLanguage } from './deleted-language.tsx';
import { DetailsForm } from './details-form.tsx';
import { Edited } from './edited.tsx';
import { EditorLayout } from './editor-layout.tsx';
import type { LocaleEditorProps } from './editor-props.ts';
import { HistorySection } from './history-section.tsx';
import { PublicationBar } from './publication-bar.tsx';
import { publicationState } from './publication-state.ts';
import { SaveGuard } from './save-guard.tsx';
import { SaveState } from './save-state.tsx';
import { Screenshots } from './screenshots.tsx';
import { SingleGraphic } from './single-graphic.tsx';
import { storePageOf } from './store-page.ts';
import { type LocaleTexts, TextsSection } from './texts-section.tsx';
import { TransferSection } from './transfer-section.tsx';
import { useFieldFocus } from './use-field-focus.ts';
import { useDetails, useTexts } from './use-listing-editings.ts';

const PhonePreview = lazyChunk(
  'phone-preview',
  async () => (await import('./phone-preview.tsx')).PhonePreview,
);
const PreviewDialog = lazyChunk(
  'preview-dialog',
  async () => (await import('./preview-dialog.tsx')).PreviewDialog,
  'window',
);

/** Shows a listing in one language, with the details that all languages share. */
export function LocaleEditor(props: LocaleEditorProps) {
  const { about, locale, beside, locales, listing, publication, settings, begin, reason } = props;
  const { listings, graphics } = listing;
  const { defaultLocale } = about.details;
  const appId = about.app.id;
  const edited = [locale, ...beside];
  const texts = useTexts(edited, { appId, listings, begin });
  const details = useDetails(about);
  useFieldFocus();
  const [isPreviewing, setPreviewing] = useState(false);
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const columns = edited.flatMap((one, at): LocaleTexts[] => {
    const editing = texts[at];
    return editing ? [{ locale: one, editing }] : [];
  });
  const [main] = columns;
  if (!main) return null;

  const editings = [...texts, details];
  const isReadOnly = reason !== null;
  const place = { appId, locale };
  const packageIcon = about.app.packageIconPath;
  const stateOf = (field: ListingField) => publicationState(publication, { locale, field });
  const stateOfAll = (field: ListingField) => publicationState(publication, { locale: '', field });
  const ofKind = (kind: string) => graphics.filter((one) => one.locale === locale && one.kind === kind);
  const checklist = listingChecklist(
    {
      texts: main.editing.value,
      // Store clients show the default language's pictures where a language has none.
      pictures: graphics
        .filter((one) => one.isDraft && [locale, defaultLocale].includes(one.locale))
        .map(({ kind }) => kind),
      details: details.value,
      packageIcon,
    },
    settings,
  );
  const page = storePageOf({ about, listing, locale, texts: main.editing.value });
  const hasRoom = isWide && beside.length === 0;
  const inLanguage = beside.length === 0 ? '' : ` in ${localeName(locale)}`;

  return (
    <>
      <SaveGuard editings={editings} />
      <DeletedLanguage {...props} />
      <EditorLayout
        checklist={checklist}
        status={
          <>
            {!isReadOnly && <SaveState editings={editings} />}
            {!hasRoom && (
              <Button
                size="small"
                aria-label={t`Preview`}
                onClick={() => setPreviewing(true)}
                sx={{ minWidth: 36, gap: 0.75 }}
              >
                <PreviewIcon fontSize="small" />
                {/* A phone has room for the icon alone. */}
                <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
                  {t`Preview`}
                </Box>
              </Button>
            )}
          </>
        }
        publication={<PublicationBar {...publication} editings={editings} reason={reason} />}
        side={
          hasRoom && (
            <Suspense>
              <PhonePreview page={page} />
            </Suspense>
          )
        }
      >
        <TextsSection columns={[main, ...columns.slice(1)]} publication={publication} readOnly={isReadOnly} />
        <Section title={t`Icon and feature graphic${inLanguage}`} id="graphics">
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4 }}>
            <SingleGraphic
              place={{ ...place, kind: 'icon' }}
              title={t`Icon`}
              help={t`Square, ideally 512 × 512 pixels.`}
              graphics={ofKind('icon')}
              fromPackage={locale === defaultLocale ? packageIcon : null}
              state={stateOf('icon')}
              reason={reason}
            />
            <SingleGraphic
              place={{ ...place, kind: 'featureGraphic' }}
              title={t`Feature graphic`}
              help={t`Shown above the listing, ideally 1024 × 500 pixels.`}
              graphics={ofKind('featureGraphic')}
              state={stateOf('featureGraphic')}
              reason={reason}
            />
          </Box>
        </Section>
        <Section title={t`Screenshots${inLanguage}`} id="screenshots">
          {SCREENSHOT_KINDS.map((kind) => (
            <Screenshots
              key={kind}
              {...place}
              kind={kind}
              graphics={ofKind(kind)}
              state={stateOf(kind)}
              max={settings.limits.screenshots}
              reason={reason}
            />
          ))}
        </Section>
        <Section title={t`App details`} id="details">
          <Edited editing={details} labels={LISTING_FIELD_LABELS}>
            <DetailsForm
              editing={details}
              categories={settings.categories}
              locales={locales}
              stateOf={stateOfAll}
              readOnly={isReadOnly}
            />
          </Edited>
        </Section>
        <TransferSection
          app={about.app}
          listings={listings}
          details={about.details}
          reason={reason}
          flush={async () => (await Promise.all(editings.map(({ flush }) => flush()))).every(Boolean)}
        />
        <HistorySection app={about.app} />
      </EditorLayout>
      {isPreviewing && (
        <Suspense>
          <PreviewDialog page={page} onClose={() => setPreviewing(false)} />
        </Suspense>
      )}
    </>
  );
}
