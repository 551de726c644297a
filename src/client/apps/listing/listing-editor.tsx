import AddIcon from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCallMutation } from '#client/backend/use-call.ts';
import { withFilter } from '#client/paths.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import type { CallResult } from '#shared/calls.ts';
import type { Listing } from '#shared/listings/calls.ts';
import type { Graphic } from '#shared/listings/graphics.ts';
import type { ListingTexts } from '#shared/listings/listing.ts';
import { includesRole } from '#shared/members/member.ts';
import { AddLocaleDialog } from './add-locale-dialog.tsx';
import { LocaleEditor } from './locale-editor.tsx';
import { localeName } from './locales.ts';

const IS_DEFAULT =
  'This is the default language of the app. Choose another one under “In every language” first.';

export interface ListingEditorProps {
  readonly about: CallResult<'apps.get'>;
  readonly listings: readonly Listing[];
  readonly graphics: readonly Graphic[];
  readonly settings: CallResult<'settings.get'>['settings'];
}

/** A listing with all of its languages, one of which is edited. */
export function ListingEditor({ about, listings, graphics, settings }: ListingEditorProps) {
  const { app, role, details } = about;
  const [params, setParams] = useSearchParams();
  const [dialog, setDialog] = useState<'add' | 'delete' | null>(null);
  const remove = useCallMutation('apps.deleteLocale', { invalidates: ['apps.getListing'] });
  const locales = localesOf({ listings, graphics, defaultLocale: details.defaultLocale });
  const wanted = params.get('locale');
  const locale = wanted !== null && locales.includes(wanted) ? wanted : details.defaultLocale;
  const reason =
    role !== 'admin' && includesRole(role, 'maintainer')
      ? null
      : 'Only owners and maintainers of this app can change its listing.';
  const choose = (chosen: string) => setParams(withFilter(params, 'locale', chosen));
  const begin: ListingTexts = {
    name: app.name.slice(0, 50),
    summary: app.summary ?? '',
    description: '',
    whatsNew: '',
    video: '',
  };

  return (
    <>
      {reason !== null && (
        <Alert severity="info" sx={{ mb: 3 }}>
          {reason}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 3 }}>
        <Box
          component="nav"
          aria-label="Languages of the listing"
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
        >
          {locales.map((one) => (
            <Chip
              key={one}
              clickable
              component="button"
              aria-current={one === locale ? 'true' : undefined}
              color={one === locale ? 'primary' : 'default'}
              label={`${localeName(one)}${one === details.defaultLocale ? ' (default)' : ''}`}
              onClick={() => choose(one)}
            />
          ))}
        </Box>
        <ReasonedButton size="small" startIcon={<AddIcon />} reason={reason} onClick={() => setDialog('add')}>
          Add a language
        </ReasonedButton>
        <ReasonedButton
          size="small"
          color="error"
          reason={reason ?? (locale === details.defaultLocale ? IS_DEFAULT : null)}
          onClick={() => setDialog('delete')}
        >
          Delete {localeName(locale)}
        </ReasonedButton>
      </Box>
      <LocaleEditor
        key={locale}
        about={about}
        locale={locale}
        locales={locales}
        listing={listings.find((one) => one.locale === locale) ?? null}
        begin={begin}
        graphics={graphics}
        listings={listings}
        settings={settings}
        reason={reason}
      />
      {dialog === 'add' && (
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
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={`Delete the listing in ${localeName(locale)}?`}
          confirmLabel="Delete this language"
          danger
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ appId: app.id, locale }, { onSuccess: () => setDialog(null) })}
          onClose={() => setDialog(null)}
        >
          <span>
            Its texts and {graphics.filter((one) => one.locale === locale).length} pictures are deleted.
            People who read it get {localeName(details.defaultLocale)} instead.
          </span>
        </ConfirmDialog>
      )}
    </>
  );
}

interface Known {
  readonly listings: readonly Listing[];
  readonly graphics: readonly Graphic[];
  readonly defaultLocale: string;
}

/** The languages of a listing, the default one first. */
function localesOf({ listings, graphics, defaultLocale }: Known): string[] {
  const others = [...listings, ...graphics].map(({ locale }) => locale).sort();
  return [...new Set([defaultLocale, ...others])];
}
