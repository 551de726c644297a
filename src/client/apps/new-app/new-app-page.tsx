import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Paper from '@mui/material/Paper';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { keepChosenPackage } from '#client/apps/uploads/chosen-package.ts';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { CategoryField } from '#client/components/listing/category-field.tsx';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { useSessionUser } from '#client/store/store.ts';
import { DropZone } from '#client/ui/drop-zone.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { GrowingTextField, TextFormField } from '#client/ui/form-field.tsx';
import { Page } from '#client/ui/page.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { newAppSchema } from '#shared/apps/calls.ts';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import { type Platform, platformSchema } from '#shared/packages/platform.ts';
import { NewPackagePanel } from './new-package-panel.tsx';
import { useIdCheck } from './use-id-check.ts';
import { canUpload, type NewPackage, useNewPackage } from './use-new-package.ts';

type NewApp = z.input<typeof newAppSchema>;

const PLATFORM_LABELS: Readonly<Record<Platform, string>> = { android: 'Android (APK)', ios: 'iOS (IPA)' };

const BREADCRUMBS = [{ label: SCREENS.apps.title, href: paths.apps }];

/** Creates an app, with or without a package. */
export default function NewAppPage() {
  const mayPublish = useSessionUser().role !== 'user';
  return (
    <Page title={SCREENS.newApp.title} breadcrumbs={BREADCRUMBS}>
      {mayPublish ? (
        <NewAppForm />
      ) : (
        <Empty
          picture="quay"
          title={t`Only developers can create apps. See your dashboard to become one.`}
          action={<Button href={paths.dashboard}>{t`Go to the dashboard`}</Button>}
        />
      )}
    </Page>
  );
}

function NewAppForm() {
  const navigate = useNavigate();
  const platformId = useId();
  const create = useCallMutation('apps.create');
  const { data: store } = useCallQuery('settings.get', {});
  const { register, control, handleSubmit, setError, setValue, formState } = useForm<NewApp>({
    resolver: zodResolver(newAppSchema),
    defaultValues: {
      platform: 'android',
      applicationId: '',
      name: '',
      summary: '',
      description: '',
      category: '',
    },
  });
  const { errors } = formState;
  const isTaken = create.error instanceof CallError && create.error.code === 'already-exists';

  const [platform, applicationId] = useWatch({ control, name: ['platform', 'applicationId'] });
  const idCheck = useIdCheck(platform, applicationId);
  const { chosen, denialReason, choose, clear } = useNewPackage(fillIn);
  /** The package that is uploaded with the app. */
  const uploaded = chosen !== null && canUpload(chosen) ? chosen : null;
  const isIdFixed = uploaded?.found?.package != null;

  const idHelp = isIdFixed
    ? t`The ID of your package. You can’t change it later.`
    : t`Must match your package (on iOS, the bundle ID). You can’t change it later.`;

  function fillIn({ package: facts }: Inspection) {
    if (!facts) return;
    const written = { shouldDirty: true, shouldValidate: true };
    setValue('platform', facts.platform, written);
    setValue('applicationId', facts.applicationId, written);
    // One that can't be the app's is shown with the reason, so that its publisher chooses another.
    setValue('name', facts.label, written);
  }

  async function submit(newApp: NewApp) {
    try {
      const { app } = await create.mutateAsync(newApp);
      if (uploaded !== null) {
        const { file, found } = uploaded;
        keepChosenPackage({ appId: app.id, file, sha256: found?.sha256 ?? null });
      }
      await navigate(uploaded === null ? paths.app(app.id) : paths.newVersion(app.id));
    } catch (error) {
      if (error instanceof CallError && error.code === 'already-exists') {
        setError('applicationId', { message: error.message }, { shouldFocus: true });
      }
    }
  }

  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 640 }}>
      {chosen ? (
        <NewPackagePanel chosen={chosen} onChooseAgain={clear} />
      ) : (
        <DropZone
          title={t`Drop your app’s signed APK or IPA here to fill in the fields below, or fill them in yourself. Nothing uploads until you confirm.`}
          buttonLabel={t`Choose package`}
          accept=".apk,.ipa"
          error={denialReason}
          isPrimary={false}
          onFile={(file) => void choose(file)}
        />
      )}
      <Paper
        component="form"
        noValidate
        onSubmit={(event) => void handleSubmit(submit)(event)}
        aria-label={t`New app`}
        sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 3 }}
      >
        <Box>
          <Box id={platformId} sx={{ typography: 'body2', fontWeight: 500 }}>
            {t`Platform`}
          </Box>
          <Controller
            name="platform"
            control={control}
            render={({ field }) => (
              <RadioGroup {...field} row aria-labelledby={platformId}>
                {platformSchema.options.map((option) => (
                  <FormControlLabel
                    key={option}
                    value={option}
                    control={<Radio />}
                    label={PLATFORM_LABELS[option]}
                    disabled={isIdFixed && option !== platform}
                  />
                ))}
              </RadioGroup>
            )}
          />
          {isIdFixed && (
            <FormHelperText sx={{ mx: 0 }}>{t`The package determines the platform.`}</FormHelperText>
          )}
        </Box>
        <TextFormField
          {...register('name')}
          label={t`Name`}
          help={t`The app’s name in the store.`}
          error={errors.name?.message}
          autoComplete="off"
        />
        <TextFormField
          {...register('applicationId')}
          label={t`Application ID`}
          placeholder="org.example.app"
          help={`${idHelp} ${idCheck.note ?? ''}`}
          readOnly={isIdFixed}
          error={idCheck.error ?? (idCheck.note === undefined ? errors.applicationId?.message : undefined)}
          autoComplete="off"
          spellCheck={false}
        />
        <TextFormField
          {...register('summary')}
          label={t`Summary`}
          optional
          help={t`What the app does, in one line of up to 80 characters.`}
          error={errors.summary?.message}
          autoComplete="off"
        />
        <GrowingTextField
          {...register('description')}
          label={t`Description`}
          optional
          help={t`You can add it later; your first version needs a summary, a description and a category.`}
          error={errors.description?.message}
          minRows={3}
          maxRows={12}
        />
        <Controller
          name="category"
          control={control}
          render={({ field: { value = '', onChange } }) => (
            <CategoryField
              categories={store?.settings.categories ?? []}
              value={value}
              error={errors.category?.message}
              optional
              onChange={onChange}
            />
          )}
        />
        {create.error !== null && !isTaken && <CallErrorAlert error={create.error} />}
        <Box sx={{ display: 'flex', gap: 1.5 }}>
          <PendingButton
            type="submit"
            variant="contained"
            pending={create.isPending || chosen?.isReading === true}
          >
            {submitLabel(chosen)}
          </PendingButton>
          <Button href={paths.apps}>{t`Cancel`}</Button>
        </Box>
      </Paper>
    </Box>
  );
}

function submitLabel(chosen: NewPackage | null): string {
  if (chosen === null) return t`Create app`;
  return chosen.isReading || canUpload(chosen)
    ? t`Create app and upload package`
    : t`Create app without the package`;
}
