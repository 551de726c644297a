import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { useCallMutation } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { Page } from '#client/ui/page.tsx';
import { newAppSchema } from '#shared/apps/calls.ts';
import { CallError } from '#shared/errors.ts';

type NewApp = z.input<typeof newAppSchema>;

const WAY = [{ label: 'My Apps', href: paths.apps }];

/** Creates an app. */
export default function NewAppPage() {
  const mayPublish = useSessionUser().role !== 'user';
  return (
    <Page title="New app" breadcrumbs={WAY}>
      {mayPublish ? (
        <NewAppForm />
      ) : (
        <Empty
          title="Creating apps is for developers. Your dashboard says how to become one."
          action={<Button href={paths.dashboard}>Go to the dashboard</Button>}
        />
      )}
    </Page>
  );
}

function NewAppForm() {
  const navigate = useNavigate();
  const platformId = useId();
  const create = useCallMutation('apps.create', { invalidates: ['apps.list'] });
  const { register, control, handleSubmit, setError, formState } = useForm<NewApp>({
    resolver: zodResolver(newAppSchema),
    defaultValues: { platform: 'android', applicationId: '', name: '', summary: '' },
  });
  const { errors } = formState;
  const isTaken = create.error instanceof CallError && create.error.code === 'already-exists';

  async function submit(newApp: NewApp) {
    try {
      const { app } = await create.mutateAsync(newApp);
      await navigate(paths.app(app.id));
    } catch (error) {
      if (error instanceof CallError && error.code === 'already-exists') {
        setError('applicationId', { message: error.message }, { shouldFocus: true });
      }
    }
  }

  return (
    <Paper
      component="form"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
      sx={{ p: { xs: 2, sm: 3 }, maxWidth: 640, display: 'grid', gap: 3 }}
    >
      <Box>
        <Box id={platformId} sx={{ typography: 'body2', fontWeight: 500 }}>
          Platform
        </Box>
        <Controller
          name="platform"
          control={control}
          render={({ field }) => (
            <RadioGroup {...field} row aria-labelledby={platformId}>
              <FormControlLabel value="android" control={<Radio />} label="Android (APK)" />
              <FormControlLabel value="ios" control={<Radio />} label="iOS (IPA)" />
            </RadioGroup>
          )}
        />
      </Box>
      <TextFormField
        {...register('name')}
        label="Name"
        help="What people see in the store."
        error={errors.name?.message}
        autoComplete="off"
      />
      <TextFormField
        {...register('applicationId')}
        label="Application id"
        placeholder="org.example.app"
        help="Exactly as your package declares it (on iOS: the bundle id). It cannot be changed later."
        error={errors.applicationId?.message}
        autoComplete="off"
        spellCheck={false}
      />
      <TextFormField
        {...register('summary')}
        label="Summary"
        optional
        help="One line that says what the app does, up to 80 characters."
        error={errors.summary?.message}
        autoComplete="off"
      />
      {create.error !== null && !isTaken && <CallErrorAlert error={create.error} />}
      <Box sx={{ display: 'flex', gap: 1.5 }}>
        <Button type="submit" variant="contained" loading={create.isPending}>
          Create app
        </Button>
        <Button href={paths.apps}>Cancel</Button>
      </Box>
    </Paper>
  );
}
