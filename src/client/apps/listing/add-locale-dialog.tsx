import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type FormEvent, useId, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { FormField } from '#client/ui/form-field.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';
import type { ListingTexts } from '#shared/listings/listing.ts';
import { localeSchema } from '#shared/listings/listing.ts';

/** Common listing languages, by BCP 47 tag. Any other tag can be entered too. */
const COMMON_LOCALES: readonly string[] =
  `af am ar az be bg bn bs ca cs-CZ cy da-DK de-DE el-GR en-AU en-CA en-GB en-IN en-US eo es-419 es-ES es-US et eu-ES
  fa fi-FI fil fr-CA fr-FR ga gl-ES gu he-IL hi-IN hr hu-HU hy-AM id is-IS it-IT ja-JP ka-GE kk km-KH kn-IN ko-KR
  ky-KG lo-LA lt lv mk-MK ml-IN mn-MN mr-IN ms my-MM nb-NO ne-NP nl-NL nn-NO pa pl-PL pt-BR pt-PT ro ru-RU si-LK sk
  sl sq sr sv-SE sw ta-IN te-IN th tr-TR uk ur uz vi zh-CN zh-HK zh-TW zu`.split(/\s+/);

interface AddLocaleDialogProps {
  readonly appId: string;
  /** Languages that the listing has. */
  readonly taken: readonly string[];
  /** The content that the new language starts with. */
  readonly texts: ListingTexts;
  readonly onAdded: (locale: string) => void;
  readonly onClose: () => void;
}

/** Adds a language to a listing. */
export function AddLocaleDialog({ appId, taken, texts, onAdded, onClose }: AddLocaleDialogProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const add = useCallMutation('apps.updateListing');

  function submit(event: FormEvent) {
    event.preventDefault();
    // What is chosen from the list reads "German (Germany) · de-DE".
    const locale = typed.split('·').at(-1)?.trim() ?? '';
    const checked = localeSchema.safeParse(locale);
    const wrong = taken.includes(locale)
      ? t`The listing already has this language.`
      : checked.error?.issues[0]?.message;
    setError(wrong);
    if (wrong !== undefined) return;
    add.mutate({ appId, locale, listing: texts, revision: 0 }, { onSuccess: () => onAdded(locale) });
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>{t`Add a language`}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <FormField
            label={t`Language`}
            help={t`Choose one, or enter a tag such as de or zh-Hant-TW.`}
            error={error}
          >
            {({ id: fieldId, ...described }) => (
              <Autocomplete
                id={fieldId}
                freeSolo
                autoHighlight
                options={COMMON_LOCALES.filter((locale) => !taken.includes(locale)).map(
                  (locale) => `${localeName(locale)} · ${locale}`,
                )}
                inputValue={typed}
                onInputChange={(_event, next) => setTyped(next)}
                renderInput={({ slotProps: { input, htmlInput }, fullWidth, disabled }) => (
                  <OutlinedInput
                    {...input}
                    fullWidth={fullWidth}
                    disabled={disabled}
                    size="small"
                    inputProps={{ ...htmlInput, ...described }}
                  />
                )}
              />
            )}
          </FormField>
          {add.error !== null && <CallErrorAlert error={add.error} />}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <PendingButton type="submit" variant="contained" pending={add.isPending}>
            {t`Add language`}
          </PendingButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}
