import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Controller, useForm } from 'react-hook-form';
import { useCallMutation } from '#client/backend/use-call.ts';
import { authActions } from '#client/store/auth-slice.ts';
import { type SessionUser, sessionUserOf } from '#client/store/session-user.ts';
import { useAppDispatch } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import type { CallResult } from '#shared/calls.ts';
import { onboardingSchema } from '#shared/users/calls.ts';
import { TermsField } from './terms-field.tsx';

export interface OnboardingFormProps {
  readonly settings: CallResult<'settings.get'>['settings'];
  readonly user: SessionUser;
}

const DEVELOPER_TYPES = [
  { value: 'individual', label: 'Individual', help: 'You publish under your own name.' },
  {
    value: 'organisation',
    label: 'Organisation',
    help: 'You publish for a company, an association or a project.',
  },
] as const;

/** What asking to publish leads to, by the store's policy. */
const PUBLISH_HELP: Readonly<Record<OnboardingFormProps['settings']['publishing'], string>> = {
  open: 'You can create apps at once; every version is reviewed before people can install it.',
  approval:
    'An admin of this store decides about your wish, and you get a notification. You can look around meanwhile.',
  closed: 'This store takes no new publishers now. You can look around, and ask later.',
};

function intents(publishing: OnboardingFormProps['settings']['publishing']) {
  return [
    { value: 'publish', label: 'Publish apps', help: PUBLISH_HELP[publishing] },
    { value: 'look', label: 'Look around', help: 'You see the dashboard and can ask to publish later.' },
  ] as const;
}

/** Names, developer type, intent and the terms; ends with the user's record updated in the auth slice. */
export function OnboardingForm({ settings, user }: OnboardingFormProps) {
  const dispatch = useAppDispatch();
  const complete = useCallMutation('users.completeOnboarding');
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(onboardingSchema),
    defaultValues: {
      displayName: user.displayName ?? '',
      developerName: user.developerName ?? '',
      developerType: user.developerType ?? 'individual',
      intent: 'publish',
    },
  });
  const { errors } = formState;
  const submit = handleSubmit((answers) =>
    complete.mutate(answers, {
      onSuccess: (result) => dispatch(authActions.setUser(sessionUserOf(result.user))),
    }),
  );

  return (
    <Stack component="form" noValidate spacing={3} onSubmit={(event) => void submit(event)}>
      <TextFormField
        label="Your name"
        autoComplete="name"
        help="How the store and its reviewers address you."
        error={errors.displayName?.message}
        {...register('displayName')}
      />
      <TextFormField
        label="Developer name"
        autoComplete="organization"
        help="People see it beside your apps."
        error={errors.developerName?.message}
        {...register('developerName')}
      />
      <Controller
        control={control}
        name="developerType"
        render={({ field, fieldState }) => (
          <ChoiceField
            label="You publish as"
            choices={DEVELOPER_TYPES}
            error={fieldState.error?.message}
            {...field}
          />
        )}
      />
      <Controller
        control={control}
        name="intent"
        render={({ field, fieldState }) => (
          <ChoiceField
            label="What you want to do"
            choices={intents(settings.publishing)}
            error={fieldState.error?.message}
            {...field}
          />
        )}
      />
      <TermsField
        terms={settings.terms}
        error={errors.acceptTerms?.message}
        checkbox={register('acceptTerms')}
      />
      {complete.error !== null && <CallErrorAlert error={complete.error} />}
      <Button type="submit" variant="contained" size="large" loading={complete.isPending}>
        Finish
      </Button>
    </Stack>
  );
}
