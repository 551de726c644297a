import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import {
  chosenLanguage,
  LANGUAGES,
  languageOf,
  rememberLanguage,
} from '#client/components/language/page-language.ts';
import { FormField } from '#client/ui/form-field.tsx';
import { textAttributes } from '#shared/languages/direction.ts';
import { t } from '#shared/languages/translate.ts';

/** Chooses the language of the interface on this device, and reloads the page to show it. */
export function LanguageForm() {
  function choose(tag: string) {
    if (rememberLanguage(languageOf(tag))) window.location.reload();
  }

  return (
    <FormField label={t`Language of the interface`} help={t`On this device.`}>
      {(ids) => (
        <NativeSelect
          input={<OutlinedInput size="small" sx={{ maxWidth: 560 }} />}
          defaultValue={chosenLanguage() ?? ''}
          onChange={(event) => choose(event.target.value)}
          slotProps={{ input: ids }}
        >
          <option value="">{t`Match this browser`}</option>
          {Object.entries(LANGUAGES).map(([tag, name]) => (
            <option key={tag} value={tag} {...textAttributes(tag)}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
    </FormField>
  );
}
