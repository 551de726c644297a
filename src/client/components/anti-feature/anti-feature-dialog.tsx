import Button from '@mui/material/Button';
import NativeSelect from '@mui/material/NativeSelect';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { FormField, GrowingTextField } from '#client/ui/form-field.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { t } from '#shared/languages/translate.ts';
import {
  ANTI_FEATURES,
  type AntiFeatureReasons,
  type AntiFeatureSetter,
  antiFeatureReasonsSchema,
} from '#shared/listings/anti-feature.ts';
import type { DeclaredAntiFeature } from '#shared/listings/anti-feature-calls.ts';

type Declarable = DeclaredAntiFeature['antiFeature'];

interface AntiFeatureDialogProps {
  readonly appId: string;
  /** The anti-features to choose from; a single one is edited. */
  readonly choices: readonly Declarable[];
  readonly by: AntiFeatureSetter;
  /** The app's language first, then those that a reason can be translated to. */
  readonly locales: readonly string[];
  /** The reasons to edit. */
  readonly initial?: AntiFeatureReasons;
  readonly onClose: () => void;
}

/** Adds an anti-feature to an app, or edits its reasons. */
export function AntiFeatureDialog(props: AntiFeatureDialogProps) {
  const { appId, choices, by, initial = {}, onClose } = props;
  const save = useCallMutation(by === 'staff' ? 'antiFeatures.setByStaff' : 'antiFeatures.set');
  const [antiFeature, setAntiFeature] = useState(choices[0]);
  const [reasons, setReasons] = useState<AntiFeatureReasons>(initial);
  const [problem, setProblem] = useState<{ locale: string; message: string } | null>(null);
  const isEdit = props.initial !== undefined;
  const [first = 'en-US', ...others] = new Set([...props.locales, ...Object.keys(initial)]);
  const [isTranslating, setTranslating] = useState(others.some((locale) => initial[locale] !== undefined));
  if (antiFeature === undefined) return null;
  const { label, explanation } = ANTI_FEATURES[antiFeature];

  function submit(chosen: Declarable) {
    const given = Object.entries(reasons).filter(([, text]) => text.trim() !== '');
    const { data, error } = antiFeatureReasonsSchema.safeParse(Object.fromEntries(given));
    const issue = error?.issues[0];
    setProblem(issue ? { locale: String(issue.path[0] ?? first), message: issue.message } : null);
    if (data) save.mutate({ appId, antiFeature: chosen, reasons: data }, { onSuccess: onClose });
  }

  const field = (locale: string, isOptional: boolean) => (
    <GrowingTextField
      key={locale}
      label={isTranslating ? t`Reason in ${localeName(locale)}` : t`Reason`}
      optional={isOptional}
      {...(!isOptional && { help: t`Everyone sees it in the store.` })}
      error={problem?.locale === locale ? problem.message : undefined}
      minRows={2}
      maxRows={8}
      value={reasons[locale] ?? ''}
      onChange={(event) => setReasons({ ...reasons, [locale]: event.target.value })}
    />
  );

  return (
    <FormDialog
      title={isEdit ? t`Edit “${label()}”` : t`Add an anti-feature`}
      submitLabel={isEdit ? t`Save` : t`Add`}
      pending={save.isPending}
      error={save.error}
      onSubmit={() => submit(antiFeature)}
      onClose={onClose}
    >
      {!isEdit && (
        <FormField label={t`Anti-feature`} help={explanation()}>
          {({ id, ...described }) => (
            <NativeSelect
              value={antiFeature}
              inputProps={{ id, ...described }}
              onChange={(event) =>
                setAntiFeature(choices.find((choice) => choice === event.target.value) ?? antiFeature)
              }
            >
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {ANTI_FEATURES[choice].label()}
                </option>
              ))}
            </NativeSelect>
          )}
        </FormField>
      )}
      {field(first, false)}
      {isTranslating && others.map((locale) => field(locale, true))}
      {!isTranslating && others.length > 0 && (
        <Button sx={{ justifySelf: 'start' }} onClick={() => setTranslating(true)}>
          {t`Translate the reason`}
        </Button>
      )}
    </FormDialog>
  );
}
