import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { NextStep } from '#client/admin/setup/next-step.tsx';
import { TestResult } from '#client/admin/setup/test-email.tsx';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { Section } from '#client/ui/section.tsx';
import { SelectFormField } from '#client/ui/select-field.tsx';
import type { CallResult } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import { writeSentence } from '#shared/languages/sentence.ts';
import { t } from '#shared/languages/translate.ts';
import { MAIL_PORTS, type MailSecurity } from '#shared/settings/mail.ts';
import { mailServerSchema, senderSchema } from '#shared/settings/mail-calls.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

type MailSettings = CallResult<'settings.getMail'>;

const SECURITIES: Readonly<Record<MailSecurity, string>> = {
  tls: t`TLS`,
  starttls: t`STARTTLS`,
  none: t`None, only for a server on this machine or network`,
};

const formSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none'), sender: z.string() }),
  z.object({
    kind: z.literal('server'),
    server: mailServerSchema,
    password: z.string().max(500, t`Use at most ${500} characters.`),
    sender: senderSchema.or(z.literal('')),
  }),
]);

interface MailFormValues {
  kind: 'none' | 'server';
  server: { host: string; port: number; security: MailSecurity; user: string };
  password: string;
  sender: string;
}

function valuesOf({ server, sender }: MailSettings): MailFormValues {
  return {
    kind: server === null ? 'none' : 'server',
    server: server ?? { host: '', port: MAIL_PORTS.tls, security: 'tls', user: '' },
    password: '',
    sender: sender ?? '',
  };
}

/** Changes the mail server and the sender, and tests them. What variables set can't be changed here. */
export function MailForm({ mail }: { mail: MailSettings }) {
  const { environment, hasPassword, defaultSender } = mail;
  const save = useCallMutation('settings.setMail');
  const test = useCallMutation('setup.sendTestEmail');
  const form = useForm<MailFormValues>({
    resolver: zodResolver(formSchema) as never,
    defaultValues: valuesOf(mail),
  });
  const { register, control, formState, reset, setValue, setError } = form;
  const { errors, isDirty } = formState;
  const kind = useWatch({ control, name: 'kind' });
  useEffect(() => {
    if (!isDirty) reset(valuesOf(mail));
  }, [isDirty, mail, reset]);

  const isServerFixed = environment.server !== null;
  const isSenderFixed = environment.sender !== null;
  if (isServerFixed && isSenderFixed) return <FixedNote names="SMTP_URL, MAIL_FROM" />;
  const isServerShown = !isServerFixed && kind === 'server';
  const hasServer = isServerFixed || kind === 'server';

  const submit = form.handleSubmit(async ({ kind: chosen, server, password, sender }) => {
    test.reset();
    const input = {
      server: isServerFixed ? mail.server : chosen === 'server' ? server : null,
      ...(password !== '' && chosen === 'server' && { password }),
      sender: isSenderFixed ? mail.sender : sender || null,
      before: mail.revision,
    };
    try {
      reset(valuesOf(await save.mutateAsync(input)));
    } catch (error) {
      const message = passwordProblem(error);
      if (message !== null) setError('password', { message }, { shouldFocus: true });
      return;
    }
    if (hasServer) test.mutate({});
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Section title={t`Change how email is sent`}>
        <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 640 }}>
          {isServerFixed && <FixedNote names="SMTP_URL" />}
          {isSenderFixed && <FixedNote names="MAIL_FROM" />}
          {!isServerFixed && (
            <Controller
              control={control}
              name="kind"
              render={({ field }) => (
                <ChoiceField
                  {...field}
                  label={t`Email`}
                  choices={[
                    {
                      value: 'server',
                      label: t`Send through a mail server`,
                      help: t`Confirmations, password links, invitations and notifications reach people by email.`,
                    },
                    {
                      value: 'none',
                      label: t`Send no email`,
                      help: t`Notifications are in the store, and admins pass on links.`,
                    },
                  ]}
                />
              )}
            />
          )}
          {isServerShown && (
            <>
              <TextFormField
                {...register('server.host')}
                label={t`Mail server`}
                help={t`Its name or address. One on your own network is fine.`}
                error={errors.server?.host?.message}
                placeholder="mail.example.org"
                autoComplete="off"
                inputProps={{ spellCheck: false, autoCapitalize: 'none' }}
              />
              <Controller
                control={control}
                name="server.security"
                render={({ field }) => (
                  <SelectFormField
                    label={t`Encryption`}
                    options={SECURITIES}
                    value={field.value}
                    onChoose={(security) => {
                      setValue('server.port', MAIL_PORTS[security], { shouldDirty: true });
                      field.onChange(security);
                    }}
                  />
                )}
              />
              <TextFormField
                {...register('server.port', { valueAsNumber: true })}
                label={t`Port`}
                type="number"
                error={errors.server?.port?.message}
                inputProps={{ min: 1, max: 65_535, step: 1 }}
                sx={{ maxWidth: 160 }}
              />
              <TextFormField
                {...register('server.user')}
                label={t`User`}
                optional
                help={t`Leave it empty if the server asks for none.`}
                error={errors.server?.user?.message}
                autoComplete="off"
                inputProps={{ spellCheck: false, autoCapitalize: 'none' }}
              />
              <TextFormField
                {...register('password')}
                label={t`Password`}
                optional
                type="password"
                help={
                  hasPassword
                    ? t`A password is stored, encrypted. Leave this empty to keep it; another server or user needs it again.`
                    : t`It’s stored encrypted, and never shown again.`
                }
                error={errors.password?.message}
                autoComplete="new-password"
              />
            </>
          )}
          {!isSenderFixed && hasServer && (
            <TextFormField
              {...register('sender')}
              label={t`Sender address`}
              optional
              help={t`The name beside it is the store’s name. Without an address: ${defaultSender}`}
              error={errors.sender?.message}
              type="email"
              autoComplete="off"
            />
          )}
        </Box>
      </Section>
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start', maxWidth: 640 }}>
        {save.error !== null && passwordProblem(save.error) === null && <CallErrorAlert error={save.error} />}
        {save.isSuccess && !isDirty && (
          <Alert severity="success" sx={{ width: '100%' }}>
            {t`Saved. Changes apply now.`} {!hasServer && <NextStep />}
          </Alert>
        )}
        <Box aria-live="polite" sx={{ width: '100%', '&:empty': { display: 'none' } }}>
          {test.data !== undefined && !isDirty && !test.isPending && <TestResult result={test.data} />}
          {test.error !== null && <CallErrorAlert error={test.error} />}
        </Box>
        <PendingButton
          type="submit"
          variant="contained"
          pending={save.isPending || test.isPending}
          isInactive={!isDirty}
        >
          {hasServer ? t`Save and test` : t`Save settings`}
        </PendingButton>
      </Box>
      <UnsavedGuard active={isDirty} />
    </form>
  );
}

function FixedNote({ names }: { names: string }) {
  return (
    <Alert severity="info">
      {t`${names} in the server’s environment comes first. To change it here, remove the variable and restart Quayside.`}
    </Alert>
  );
}

/** What is wrong with a field, by the server. */
interface Issue {
  readonly path: string;
  readonly message: string;
  readonly sentence?: unknown;
}

/** Returns what is wrong with the password, by the server; null for any other error. */
function passwordProblem(error: unknown): string | null {
  if (!(error instanceof CallError)) return null;
  const issues = error.details?.['issues'] as Issue[] | undefined;
  const issue = issues?.find(({ path }) => path === 'password');
  return issue ? writeSentence(issue.sentence, issue.message) : null;
}
