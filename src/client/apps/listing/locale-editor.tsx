import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Section } from '#client/ui/section.tsx';
import { type AppDetails, appDetailsSchema } from '#shared/apps/details.ts';
import type { Listing } from '#shared/listings/calls.ts';
import { SCREENSHOT_KINDS } from '#shared/listings/graphics.ts';
import { type ListingTexts, listingTextsSchema } from '#shared/listings/listing.ts';
import { DETAIL_LABELS, DetailsForm } from './details-form.tsx';
import { createDraftStore } from './draft-store.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { ListingEditorProps } from './listing-editor.tsx';
import { localeName } from './locales.ts';
import { MergeView } from './merge-view.tsx';
import { SaveState } from './save-state.tsx';
import { Screenshots } from './screenshots.tsx';
import { SingleGraphic } from './single-graphic.tsx';
import { TEXT_LABELS } from './text-fields.ts';
import { TextsForm } from './texts-form.tsx';
import { TransferSection } from './transfer-section.tsx';
import { type Editing, useAutosave } from './use-autosave.ts';

interface LocaleEditorProps extends ListingEditorProps {
  readonly locale: string;
  readonly locales: readonly string[];
  /** Null while there is none in this language. */
  readonly listing: Listing | null;
  /** What a new language begins with. */
  readonly begin: ListingTexts;
  /** Why nothing can be changed; null when it can. */
  readonly reason: string | null;
}

/** A listing in one language, with what is the same in all of them. */
export function LocaleEditor(props: LocaleEditorProps) {
  const { about, locale, locales, listing, listings, graphics, settings, reason } = props;
  const appId = about.app.id;
  const texts = useTexts(props);
  const details = useDetails(props);
  const editings = [texts, details];
  const isReadOnly = reason !== null;
  const place = { appId, locale };
  const ofKind = (kind: string) => graphics.filter((one) => one.locale === locale && one.kind === kind);

  return (
    <>
      <LeaveGuard editings={editings} />
      <Section title={`Texts in ${localeName(locale)}`}>
        <Edited editing={texts} labels={TEXT_LABELS}>
          <TextsForm editing={texts} publicTexts={listing?.publicTexts ?? null} readOnly={isReadOnly} />
        </Edited>
      </Section>
      <Section title="Icon and feature graphic">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4 }}>
          <SingleGraphic
            place={{ ...place, kind: 'icon' }}
            title="Icon"
            help="Square, at best 512 × 512 pixels."
            graphics={ofKind('icon')}
            reason={reason}
          />
          <SingleGraphic
            place={{ ...place, kind: 'featureGraphic' }}
            title="Feature graphic"
            help="Shown above the listing, at best 1024 × 500 pixels."
            graphics={ofKind('featureGraphic')}
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
            most={settings.limits.screenshots}
            reason={reason}
          />
        ))}
      </Section>
      <Section title="In every language">
        <Edited editing={details} labels={DETAIL_LABELS}>
          <DetailsForm
            editing={details}
            categories={settings.categories}
            locales={locales}
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

/** A form, or while somebody else's edit stands against it, both sides to choose from. */
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
                Save it
              </Button>
              <Button color="inherit" size="small" onClick={() => editing.discard()}>
                Discard it
              </Button>
            </>
          }
        >
          What you wrote at your last visit and was not saved is back.
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

function useTexts({ about, locale, listing, begin }: LocaleEditorProps): Editing<ListingTexts> {
  const { functions, documents } = useBackend();
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
      void documents.invalidate(['apps.getListing', 'apps.get']);
      return { value: saved.texts, revision: saved.revision };
    },
  }));
}

function useDetails({ about }: LocaleEditorProps): Editing<AppDetails> {
  const { functions, documents } = useBackend();
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
      void documents.invalidate(['apps.get']);
      return { value: saved.details, revision: saved.revision };
    },
  }));
}

/** Whether every field is there as text; what is too long is still worth keeping. */
function isTexts(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(TEXT_LABELS).every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
  );
}

function isDetails(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { tags, ...texts } = value as Record<string, unknown>;
  const isText = (one: unknown) => typeof one === 'string';
  return Array.isArray(tags) && tags.every(isText) && Object.values(texts).every(isText);
}
