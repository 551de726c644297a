import { zodResolver } from '@hookform/resolvers/zod';
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { MarkdownField } from '#client/components/listing/markdown-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import type { CallResult } from '#shared/calls.ts';
import { formatNumber, messageLanguage, t } from '#shared/languages/translate.ts';
import { LEGAL_KINDS, LEGAL_LABELS, type LegalKind, standardTerms } from '#shared/settings/legal.ts';
import { MAX_LEGAL_LANGUAGES, MAX_LEGAL_LENGTH, storedTextsSchema } from '#shared/settings/legal-calls.ts';
import { SettingsPartForm, type SettingsPartProps } from './settings-part.tsx';

const AddLanguageDialog = lazyChunk(
  'add-language-dialog',
  async () => (await import('#client/components/language/add-language-dialog.tsx')).AddLanguageDialog,
  'window',
);

type StoredTexts = CallResult<'settings.getLegalTexts'>;

const LANGUAGES = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  m: 0,
  p: 0,
  minWidth: 0,
  border: 0,
} as const;

const NO_TEXTS = { terms: '', imprint: '', privacy: '' };

const HELP: Readonly<Record<LegalKind, string>> = {
  terms: t`Markdown. People accept them when they finish onboarding. Until you write some, these apply: “${standardTerms()}”`,
  imprint: t`Markdown. Who runs the store, and how to reach them. Linked from every page once it’s set.`,
  privacy: t`Markdown. Which data the store keeps, and why. Linked from every page once it’s set.`,
};

/** Edits the store's terms, imprint and privacy policy in all languages. */
export const LegalPart: ComponentType<SettingsPartProps> = () => {
  const call = useCallQuery('settings.getLegalTexts', {});
  if (call.data === undefined) return <CallStatus call={call} skeleton={<FormSkeleton />} />;
  return <LegalForm stored={call.data} />;
};

/** Returns the texts to edit: a store without any begins in the language of the page. */
function valuesOf({ languages, ...others }: StoredTexts): StoredTexts {
  return {
    ...others,
    languages: languages.length > 0 ? languages : [{ language: messageLanguage(), ...NO_TEXTS }],
  };
}

function LegalForm({ stored }: { stored: StoredTexts }) {
  const save = useCallMutation('settings.setLegalTexts');
  const [chosen, setChosen] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const form = useForm<StoredTexts>({
    resolver: zodResolver(storedTextsSchema),
    defaultValues: valuesOf(stored),
  });
  const { register, control, formState, reset, setValue, getValues } = form;
  const { errors, isDirty, defaultValues } = formState;
  const languages = useWatch({ control, name: 'languages' });
  const current = Math.min(chosen, languages.length - 1);
  const language = languages[current]?.language ?? messageLanguage();

  // Changes by others don't reach a form that is being edited; it says that there are some.
  useEffect(() => {
    if (!isDirty) reset(valuesOf(stored));
  }, [isDirty, stored, reset]);
  const isChangedByOthers = isDirty && !save.isPending && stored.revision !== defaultValues?.revision;

  const keep = () => {
    const edited = getValues();
    save.reset();
    reset(valuesOf(stored));
    setValue('termsVersion', edited.termsVersion, { shouldDirty: true });
    setValue('languages', edited.languages, { shouldDirty: true });
  };
  const setLanguages = (next: StoredTexts['languages'], shown: number) => {
    setValue('languages', next, { shouldDirty: true });
    setChosen(shown);
  };
  const submit = form.handleSubmit(
    ({ revision, ...texts }) =>
      save.mutate({ texts, before: revision }, { onSuccess: (saved) => reset(valuesOf(saved)) }),
    // The language of a problem is shown, wherever it is.
    ({ languages: problems }) => setChosen(Math.max(0, problems?.findIndex?.((problem) => problem) ?? 0)),
  );

  return (
    <>
      <SettingsPartForm
        title={t`Legal texts`}
        frame={{
          isDirty,
          isSaved: save.isSuccess && !isDirty,
          isPending: save.isPending,
          error: save.error,
          changedByOthers: isChangedByOthers ? [t`Legal texts`] : [],
          discard: () => {
            save.reset();
            reset(valuesOf(stored));
          },
          keep,
          save: submit,
        }}
      >
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t`Each text has a public page in every language that you write it in. Readers of other languages get the first one.`}
        </Typography>
        <Box component="fieldset" aria-label={t`Languages`} sx={LANGUAGES}>
          {languages.map((texts, at) => (
            <Chip
              key={texts.language}
              clickable
              component="button"
              type="button"
              aria-pressed={at === current}
              color={at === current ? 'primary' : 'default'}
              label={localeName(texts.language)}
              onClick={() => setChosen(at)}
            />
          ))}
          {languages.length < MAX_LEGAL_LANGUAGES && (
            <Button size="small" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
              {t`Add a language`}
            </Button>
          )}
          {current > 0 && (
            <Button
              size="small"
              onClick={() =>
                setLanguages(
                  [...languages.slice(current, current + 1), ...languages.toSpliced(current, 1)],
                  0,
                )
              }
            >
              {t`Put ${localeName(language)} first`}
            </Button>
          )}
          {languages.length > 1 && (
            <Button
              size="small"
              color="error"
              onClick={() => setLanguages(languages.toSpliced(current, 1), 0)}
            >
              {t`Delete ${localeName(language)}`}
            </Button>
          )}
        </Box>
        <TextFormField
          {...register('termsVersion')}
          label={t`Terms version`}
          help={t`Stored with whoever accepts the terms. Change it when their meaning changes; a new language or a corrected word needs no new version.`}
          error={errors.termsVersion?.message}
          autoComplete="off"
          sx={{ maxWidth: 240 }}
        />
        {LEGAL_KINDS.map((kind) => (
          <Controller
            key={`${language} ${kind}`}
            control={control}
            name={`languages.${current}.${kind}`}
            render={({ field, fieldState }) => (
              <MarkdownField
                label={t`${LEGAL_LABELS[kind]} in ${localeName(language)}`}
                value={field.value ?? ''}
                help={`${HELP[kind]} ${t`${formatNumber((field.value ?? '').length)} of ${formatNumber(MAX_LEGAL_LENGTH)} characters`}.`}
                error={fieldState.error?.message}
                readOnly={false}
                lang={language}
                onChange={field.onChange}
              />
            )}
          />
        ))}
        {errors.languages?.root?.message !== undefined && (
          <Typography role="alert" variant="body2" color="error">
            {errors.languages.root.message}
          </Typography>
        )}
      </SettingsPartForm>
      {isAdding && (
        <Suspense>
          <AddLanguageDialog
            taken={languages.map((texts) => texts.language)}
            onAdd={(added) => {
              setLanguages([...languages, { language: added, ...NO_TEXTS }], languages.length);
              setAdding(false);
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  );
}
