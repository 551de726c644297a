import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { FormField } from '#client/ui/form-field.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { t } from '#shared/languages/translate.ts';
import { localeSchema } from '#shared/listings/listing.ts';

/** Common languages, by BCP 47 tag. Any other tag can be entered too. */
const COMMON_LOCALES: readonly string[] =
  `af am ar az be bg bn bs ca cs-CZ cy da-DK de-DE el-GR en-AU en-CA en-GB en-IN en-US eo es-419 es-ES es-US et eu-ES
  fa fi-FI fil fr-CA fr-FR ga gl-ES gu he-IL hi-IN hr hu-HU hy-AM id is-IS it-IT ja-JP ka-GE kk km-KH kn-IN ko-KR
  ky-KG lo-LA lt lv mk-MK ml-IN mn-MN mr-IN ms my-MM nb-NO ne-NP nl-NL nn-NO pa pl-PL pt-BR pt-PT ro ru-RU si-LK sk
  sl sq sr sv-SE sw ta-IN te-IN th tr-TR uk ur uz vi zh-CN zh-HK zh-TW zu`.split(/\s+/);

interface AddLanguageDialogProps {
  /** Languages that are there already. */
  readonly taken: readonly string[];
  readonly pending?: boolean;
  /** The error of the last attempt. */
  readonly error?: unknown;
  readonly onAdd: (language: string) => void;
  readonly onClose: () => void;
}

/** Chooses a language to add, by its name or by a tag. */
export function AddLanguageDialog({ taken, onAdd, ...dialog }: AddLanguageDialogProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();

  function submit() {
    // What is chosen from the list reads "German (Germany) · de-DE".
    const language = typed.split('·').at(-1)?.trim() ?? '';
    const found = taken.includes(language)
      ? t`This language is already there.`
      : localeSchema.safeParse(language).error?.issues[0]?.message;
    setProblem(found);
    if (found === undefined) onAdd(language);
  }

  return (
    <FormDialog {...dialog} title={t`Add a language`} submitLabel={t`Add language`} onSubmit={submit}>
      <FormField
        label={t`Language`}
        help={t`Choose one, or enter a tag such as de or zh-Hant-TW.`}
        error={problem}
      >
        {({ id, ...described }) => (
          <Autocomplete
            id={id}
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
    </FormDialog>
  );
}
