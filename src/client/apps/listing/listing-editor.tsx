import AddIcon from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCallMutation } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { useFocusOnChange } from '#client/components/feedback/focus-handover.ts';
import { LookalikeNote } from '#client/components/listing/lookalike-note.tsx';
import { withFilter } from '#client/paths.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { t } from '#shared/languages/translate.ts';
import type { Listing } from '#shared/listings/calls.ts';
import type { Graphic } from '#shared/listings/graphics.ts';
import { EMPTY_LISTING, listingDenialReason } from '#shared/listings/limits.ts';
import { initialTexts } from '#shared/listings/listing.ts';
import { includesRole } from '#shared/members/member.ts';
import type { ListingEditorProps } from './editor-props.ts';
import { LocaleEditor } from './locale-editor.tsx';
import { deletionSentence, isLive, publicationState } from './publication-state.ts';
import { PublicationSummary } from './publication-summary.tsx';
import { MAX_BESIDE, SideBySideMenu } from './side-by-side-menu.tsx';

const AddLocaleDialog = lazyChunk(
  'add-locale-dialog',
  async () => (await import('./add-locale-dialog.tsx')).AddLocaleDialog,
  'window',
);

const IS_DEFAULT = t`This is the app’s default language. Choose another one under “App details” first.`;

const DELETED = t`You already deleted this language. The deletion isn’t live yet.`;

/** Shows a listing in all its languages and edits one of them. */
export function ListingEditor({ about, listing, settings }: ListingEditorProps) {
  const { app, role, details } = about;
  const { listings, graphics } = listing;
  const publication = { app, setting: settings.listingChanges, listing };
  const [params, setParams] = useSearchParams();
  const [dialog, setDialog] = useState<'add' | 'delete' | null>(null);
  const remove = useCallMutation('apps.deleteLocale');
  const locales = localesOf({ listings, graphics, defaultLocale: details.defaultLocale });
  const wanted = params.get('locale');
  const locale = wanted !== null && locales.includes(wanted) ? wanted : details.defaultLocale;
  const editor = useFocusOnChange<HTMLDivElement>(locale);
  // A hand-written address can name the same language twice, or one that was deleted.
  const others = locales.filter((one) => one !== locale);
  const asked = new Set(params.get('beside')?.split(','));
  const beside = others.filter((one) => asked.has(one)).slice(0, MAX_BESIDE);
  const reason =
    role !== 'admin' && includesRole(role, 'maintainer')
      ? null
      : t`Only owners and maintainers of this app can change its listing.`;
  const isDeleted = listings.some((one) => one.locale === locale && one.isDeleted);
  const deletion = isLive(publication, locale)
    ? publicationState(publication, { locale, field: 'language' })
    : null;
  const choose = (chosen: string) => setParams(withFilter('locale', chosen));
  const begin = initialTexts({ name: app.name, summary: app.summary ?? '' });

  return (
    <>
      {reason !== null && (
        <Alert severity="info" sx={{ mb: 3 }}>
          {reason}
        </Alert>
      )}
      <PublicationSummary {...publication} />
      <LookalikeNote appId={app.id} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
        <Box
          component="nav"
          aria-label={t`Listing languages`}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
        >
          {locales.map((one) => (
            <Chip
              key={one}
              clickable
              component={Link}
              to={{ search: withFilter('locale', one).toString() }}
              aria-current={one === locale ? 'page' : undefined}
              color={one === locale ? 'primary' : 'default'}
              label={one === details.defaultLocale ? t`${localeName(one)} (default)` : localeName(one)}
            />
          ))}
        </Box>
        <ReasonedButton
          size="small"
          startIcon={<AddIcon />}
          reason={reason ?? listingDenialReason({ ...EMPTY_LISTING, locales: locales.length + 1 })}
          onClick={() => setDialog('add')}
        >
          {t`Add a language`}
        </ReasonedButton>
        {others.length > 0 && (
          <SideBySideMenu
            locales={others}
            beside={beside}
            onChange={(chosen) =>
              setParams(withFilter('beside', chosen.join(',')), { preventScrollReset: true })
            }
          />
        )}
        <ReasonedButton
          size="small"
          color="error"
          reason={reason ?? (locale === details.defaultLocale ? IS_DEFAULT : isDeleted ? DELETED : null)}
          onClick={() => setDialog('delete')}
        >
          {t`Delete ${localeName(locale)}`}
        </ReasonedButton>
      </Box>
      <Box ref={editor} tabIndex={-1} sx={{ outline: 'none' }}>
        <LocaleEditor
          key={[locale, ...beside].join()}
          about={about}
          locale={locale}
          beside={beside}
          locales={locales}
          begin={begin}
          listing={listing}
          publication={publication}
          settings={settings}
          reason={reason}
        />
      </Box>
      {dialog === 'add' && (
        <Suspense>
          <AddLocaleDialog
            appId={app.id}
            taken={locales}
            texts={{ ...begin, name: listings[0]?.texts.name ?? begin.name, summary: '' }}
            onAdded={(added) => {
              setDialog(null);
              choose(added);
            }}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t`Delete the listing in ${localeName(locale)}?`}
          confirmLabel={t`Delete language`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ appId: app.id, locale }, { onSuccess: () => setDialog(null) })}
          onClose={() => setDialog(null)}
        >
          <span>
            {t`This deletes its texts and ${graphics.filter((one) => one.locale === locale).length} images. People who use it will see ${localeName(details.defaultLocale)} instead.`}{' '}
            {deletion !== null && deletionSentence(deletion.needsApproval)}
          </span>
        </ConfirmDialog>
      )}
    </>
  );
}

interface KnownListing {
  readonly listings: readonly Listing[];
  readonly graphics: readonly Graphic[];
  readonly defaultLocale: string;
}

/** Returns the languages of a listing, the default one first. */
function localesOf({ listings, graphics, defaultLocale }: KnownListing): string[] {
  const others = [...listings, ...graphics].map(({ locale }) => locale).sort();
  return [...new Set([defaultLocale, ...others])];
}
