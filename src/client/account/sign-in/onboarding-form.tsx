import { zodResolver } from '@hookform/resolvers/zod';
import Stack from '@mui/material/Stack';
import { Controller, type Resolver, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { PublisherFields, type PublisherValues } from '#client/components/user/publisher-fields.tsx';
import { authActions } from '#client/store/auth-slice.ts';
import { type SessionUser, sessionUserOf } from '#client/store/session-user.ts';
import { useDispatch } from '#client/store/store.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { browsingUserSchema, publishingUserSchema } from '#shared/users/calls.ts';
import { TermsField } from './terms-field.tsx';

export interface OnboardingFormProps {
  readonly settings: CallResult<'settings.get'>['settings'];
  readonly terms: CallResult<'settings.getTerms'>;
  readonly user: SessionUser;
}

/** Without what someone who browses isn't asked for. */
const formSchema = z.discriminatedUnion('intent', [publishingUserSchema, browsingUserSchema]);

interface OnboardingValues extends PublisherValues {
  displayName: string;
  intent: 'publish' | 'browse';
  acceptTerms: boolean;
}

/** The effect of a request to publish, by the store's policy. */
const PUBLISH_HELP: Readonly<Record<OnboardingFormProps['settings']['publishing'], string>> = {
  open: t`You can create apps right away. Every version is reviewed before people can install it.`,
  approval: t`An admin reviews your request, and we’ll notify you. You can browse in the meantime.`,
  closed: t`This store isn’t accepting new publishers. You can browse, and ask later.`,
};

function listIntents(publishing: OnboardingFormProps['settings']['publishing']) {
  return [
    { value: 'publish', label: t`Publish apps`, help: PUBLISH_HELP[publishing] },
    { value: 'browse', label: t`Just browse`, help: t`You get the dashboard and can ask to publish later.` },
  ] as const;
}

/** Edits intent, names and terms, for publishers also the developer type, then updates the user's record in the auth slice. */
export function OnboardingForm({ settings, terms, user }: OnboardingFormProps) {
  const dispatch = useDispatch();
  const complete = useCallMutation('users.completeOnboarding');
  const { register, control, handleSubmit, formState } = useForm<OnboardingValues>({
    resolver: zodResolver(formSchema) as unknown as Resolver<OnboardingValues>,
    defaultValues: {
      displayName: user.displayName ?? '',
      developerName: user.developerName ?? '',
      developerType: user.developerType ?? 'individual',
      intent: 'publish',
      acceptTerms: false,
    },
  });
  const intent = useWatch({ control, name: 'intent' });
  const { errors } = formState;
  const submit = handleSubmit((values) =>
    complete.mutate(formSchema.parse(values), {
      onSuccess: (result) => dispatch(authActions.setUser(sessionUserOf(result.user))),
    }),
  );

  return (
    <Stack component="form" noValidate spacing={3} onSubmit={(event) => void submit(event)}>
      <Controller
        control={control}
        name="intent"
        render={({ field, fieldState }) => (
          <ChoiceField
            label={t`What do you want to do?`}
            choices={listIntents(settings.publishing)}
            error={fieldState.error?.message}
            {...field}
          />
        )}
      />
      <TextFormField
        label={t`Your name`}
        autoComplete="name"
        help={t`Shown to store staff and reviewers.`}
        error={errors.displayName?.message}
        {...register('displayName')}
      />
      {intent === 'publish' && <PublisherFields control={control} />}
      <TermsField terms={terms} error={errors.acceptTerms?.message} checkbox={register('acceptTerms')} />
      {complete.error !== null && <CallErrorAlert error={complete.error} />}
      <PendingButton type="submit" variant="contained" size="large" pending={complete.isPending}>
        {t`Finish`}
      </PendingButton>
    </Stack>
  );
}
