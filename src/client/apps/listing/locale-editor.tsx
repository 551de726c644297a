import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { useSessionUser } from '#client/store/store.ts';
import { Section } from '#client/ui/section.tsx';
import { type AppDetails, appDetailsSchema } from '#shared/apps/details.ts';
import { LISTING_FIELD_LABELS, type ListingField } from '#shared/listings/fields.ts';
import { SCREENSHOT_KINDS } from '#shared/listings/graphics.ts';
import { type ListingTexts, listingTextsSchema } from '#shared/listings/listing.ts';
import { DeletedLanguage } from './deleted-language.tsx';
import { DetailsForm } from './details-form.tsx';
import { createDraftStore } from './draft-store.ts';
import type { ListingEditorProps } from './listing-editor.tsx';
import { localeName } from './locales.ts';
import { MergeView } from './merge-view.tsx';
import { type PublicationContext, publicationState } from './publication-state.ts';
import { SaveGuard } from './save-guard.tsx';
import { SaveState } from './save-state.tsx';
import { Screenshots } from './screenshots.tsx';
import { SingleGraphic } from './single-graphic.tsx';
import { TextsForm } from './texts-form.tsx';
import { TransferSection } from './transfer-section.tsx';
import { type Editing, useAutosave } from './use-autosave.ts';
import { useFieldFocus } from './use-field-focus.ts';

export interface LocaleEditorProps extends ListingEditorProps {
  readonly locale: string;
  readonly locales: readonly string[];
  readonly publication: PublicationContext;
  /** The initial content of a new language. */
  readonly begin: ListingTexts;
  /** The reason why nothing can be changed; null when it can. */
  readonly reason: string | null;
}

/** Shows a listing in one language, with the details that all languages share. */
export function LocaleEditor(props: LocaleEditorProps) {
  const { about, locale, locales, listing, publication, settings, reason } = props;
  const { listings, graphics } = listing;
  const appId = about.app.id;
  const texts = useTexts(props);
  const details = useDetails(props);
  useFieldFocus();
  const editings = [texts, details];
  const isReadOnly = reason !== null;
  const place = { appId, locale };
  const stateOf = (field: ListingField) => publicationState(publication, { locale, field });
  const stateOfAll = (field: ListingField) => publicationState(publication, { locale: '', field });
  const ofKind = (kind: string) => graphics.filter((one) => one.locale === locale && one.kind === kind);

  return (
    <>
      <SaveGuard editings={editings} />
      <DeletedLanguage {...props} />
      <Section title={`Texts in ${localeName(locale)}`}>
        <Edited editing={texts} labels={LISTING_FIELD_LABELS}>
          <TextsForm editing={texts} stateOf={stateOf} readOnly={isReadOnly} />
        </Edited>
      </Section>
      <Section title="Icon and feature graphic">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4 }}>
          <SingleGraphic
            place={{ ...place, kind: 'icon' }}
            title="Icon"
            help="Square, ideally 512 × 512 pixels."
            graphics={ofKind('icon')}
            fromPackage={
              locale === about.details.defaultLocale ? (about.versions[0]?.iconPath ?? null) : null
            }
            state={stateOf('icon')}
            reason={reason}
          />
          <SingleGraphic
            place={{ ...place, kind: 'featureGraphic' }}
            title="Feature graphic"
            help="Shown above the listing, ideally 1024 × 500 pixels."
            graphics={ofKind('featureGraphic')}
            state={stateOf('featureGraphic')}
            reason={reason}
          />
        </Box>
      </Section>
      <Section title="Screenshots">
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
      <Section title="App details">
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
      <TransferSection app={about.app} listings={listings} reason={reason} flush={texts.flush} />
      {!isReadOnly && <SaveState editings={editings} />}
    </>
  );
}

interface EditedProps<Value> {
  readonly editing: Editing<Value>;
  readonly labels: Readonly<Record<keyof Value & string, string>>;
  readonly children: React.ReactNode;
}

/** Shows a form, or both sides of a conflict with someone else's edit. */
function Edited<Value extends object>({ editing, labels, children }: EditedProps<Value>) {
  if (editing.phase === 'conflict') return <MergeView labels={labels} editing={editing} />;
  return (
    <>
      {editing.isRestored && (
        <Alert
          severity="info"
          sx={{ mb: 3 }}
          action={
            <>
              <Button color="inherit" size="small" onClick={() => void editing.flush()}>
                Save
              </Button>
              <Button color="inherit" size="small" onClick={() => editing.discard()}>
                Discard
              </Button>
            </>
          }
        >
          We restored unsaved changes from your last visit.
        </Alert>
      )}
      {editing.phase === 'failed' && (
        <Box sx={{ mb: 3 }}>
          <CallErrorAlert error={editing.error} onRetry={() => void editing.flush()} />
        </Box>
      )}
      {children}
    </>
  );
}

function useTexts({ about, locale, listing: { listings }, begin }: LocaleEditorProps): Editing<ListingTexts> {
  const listing = listings.find((one) => one.locale === locale);
  const { functions } = useBackend();
  const uid = useSessionUser().uid;
  const appId = about.app.id;
  const stored = useMemo(
    () => ({ value: listing?.texts ?? begin, revision: listing?.revision ?? 0 }),
    [listing, begin],
  );
  return useAutosave(stored, () => ({
    isAcceptable: (value) => listingTextsSchema.safeParse(value).success,
    drafts: createDraftStore({
      scope: [uid, appId, locale],
      isValue: isTexts,
      keeper: localStorage,
    }),
    async save({ value, revision }) {
      const { listing: saved } = await functions.call('apps.updateListing', {
        appId,
        locale,
        listing: value,
        revision,
      });
      return { value: saved.texts, revision: saved.revision };
    },
  }));
}

function useDetails({ about }: LocaleEditorProps): Editing<AppDetails> {
  const { functions } = useBackend();
  const uid = useSessionUser().uid;
  const appId = about.app.id;
  const stored = useMemo(
    () => ({ value: about.details, revision: about.detailsRevision }),
    [about.details, about.detailsRevision],
  );
  return useAutosave(stored, () => ({
    isAcceptable: (value) => appDetailsSchema.safeParse(value).success,
    drafts: createDraftStore({ scope: [uid, appId, 'details'], isValue: isDetails, keeper: localStorage }),
    async save({ value, revision }) {
      const saved = await functions.call('apps.updateDetails', { appId, details: value, revision });
      return { value: saved.details, revision: saved.revision };
    },
  }));
}

/** Returns true when every field is present as text. Texts that are too long are still worth restoring. */
function isTexts(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    listingTextsSchema
      .keyof()
      .options.every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
  );
}

function isDetails(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { tags, ...texts } = value as Record<string, unknown>;
  const isText = (one: unknown) => typeof one === 'string';
  return Array.isArray(tags) && tags.every(isText) && Object.values(texts).every(isText);
}
