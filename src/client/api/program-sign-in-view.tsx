import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { unconfirmedReason } from '#client/components/credentials/unconfirmed-reason.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { paths } from '#client/paths.ts';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { Page } from '#client/ui/page.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { Time } from '#client/ui/time.tsx';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { newTokenSchema } from '#shared/tokens/calls.ts';
import type { WaitingProgram } from '#shared/tokens/device-authorization-calls.ts';
import { showUserCode, userCodeSchema } from '#shared/tokens/user-code.ts';
import { TokenFields } from './token-fields.tsx';

/** Shows the program that waits with a code to be signed in, with what it may do; without a code, a field for one. */
export function ProgramSignInView({ code }: { code: string }) {
  // Held here, because the form goes with the decision.
  const approve = useCallMutation('deviceAuthorizations.approve');
  const decline = useCallMutation('deviceAuthorizations.decline');
  const isPending = approve.isPending || decline.isPending;
  const isDecided = approve.isSuccess || decline.isSuccess;
  const userCode = userCodeSchema.safeParse(code).data;
  const call = useCallQuery(
    'deviceAuthorizations.get',
    { userCode: userCode ?? '' },
    // Once decided, no program waits with the code any more.
    { enabled: userCode !== undefined && !isPending && !isDecided },
  );
  const { data, error } = call;
  const isUnknown = error instanceof CallError && error.code === 'not-found';
  const asksForCode = userCode === undefined || (isUnknown && !isPending);
  return (
    <Page title={t`Sign in a program`} breadcrumbs={[{ label: t`API`, href: paths.api }]}>
      {isDecided && <Done isApproved={approve.isSuccess} />}
      {!isDecided && asksForCode && <CodeForm code={code} isUnknown={isUnknown} />}
      {!isDecided && !asksForCode && (
        <>
          {data === undefined && error === null && <FormSkeleton />}
          {error !== null && <CallErrorAlert error={error} onRetry={call.refetch} />}
          {data !== undefined && (
            <Decision userCode={userCode} program={data.program} approve={approve} decline={decline} />
          )}
        </>
      )}
    </Page>
  );
}

const codeFormSchema = z.object({ code: userCodeSchema });

function CodeForm({ code, isUnknown }: { code: string; isUnknown: boolean }) {
  const navigate = useNavigate();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(codeFormSchema),
    defaultValues: { code },
  });
  return (
    <Section title={t`Enter the code`}>
      <Typography sx={{ mb: 2, maxWidth: 640 }}>
        {t`The program that you want to sign in shows a code with eight letters.`}
      </Typography>
      {isUnknown && (
        <Alert severity="error" sx={{ mb: 2, maxWidth: 640 }}>
          {t`No program is waiting with this code. It’s valid for 10 minutes and once: start again in the program, and enter the new one.`}
        </Alert>
      )}
      <Box
        component="form"
        noValidate
        onSubmit={handleSubmit((entered) => navigate(paths.programSignIn(showUserCode(entered.code))))}
        sx={{ display: 'grid', gap: 2, maxWidth: 320 }}
      >
        <TextFormField
          label={t`Code`}
          placeholder="WDJB-MJHT"
          autoComplete="off"
          error={formState.errors.code?.message}
          inputProps={{ autoCapitalize: 'characters', spellCheck: false }}
          {...register('code')}
        />
        <Box>
          <Button type="submit" variant="contained">
            {t`Continue`}
          </Button>
        </Box>
      </Box>
    </Section>
  );
}

interface DecisionProps {
  readonly userCode: string;
  readonly program: WaitingProgram;
  readonly approve: ReturnType<typeof useCallMutation<'deviceAuthorizations.approve'>>;
  readonly decline: ReturnType<typeof useCallMutation<'deviceAuthorizations.decline'>>;
}

function Decision({ userCode, program, approve, decline }: DecisionProps) {
  const user = useCallQuery('users.me', {}).data?.user;
  const form = useForm({
    resolver: zodResolver(newTokenSchema),
    defaultValues: { name: program.name, scopes: program.scopes, appIds: null, expiresInDays: 90 },
  });
  const error = approve.error ?? decline.error;
  const codeId = useId();
  return (
    <Section title={t`A program wants to act for you`}>
      <Typography id={codeId} variant="body2">{t`The program must show this code:`}</Typography>
      <Typography
        component="code"
        aria-labelledby={codeId}
        sx={{ display: 'block', mt: 0.5, mb: 2, fontFamily: 'monospace', fontSize: '2rem', letterSpacing: 2 }}
      >
        {showUserCode(userCode)}
      </Typography>
      <Alert severity="warning" sx={{ mb: 3, maxWidth: 640 }}>
        {t`Approve only if you started this yourself. If somebody sent you the code or a link, decline: they would get access to your account.`}
        {!program.isOwnNetwork &&
          ` ${t`The program is in another network than you: check that the address is yours.`}`}
      </Alert>
      <DescriptionList
        items={[
          { label: t`Program`, value: program.name },
          {
            label: t`Address`,
            value: program.isOwnNetwork ? t`${program.network} (your network)` : program.network,
          },
          { label: t`Requested`, value: <Time iso={program.requestedAt} /> },
        ]}
      />
      <Box
        component="form"
        noValidate
        onSubmit={form.handleSubmit((token) => approve.mutate({ ...token, userCode }))}
        sx={{ mt: 3, display: 'grid', gap: 2, maxWidth: 640 }}
      >
        <TokenFields form={form} scopes={program.scopes} />
        {error !== null && <CallErrorAlert error={error} />}
        <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <ReasonedButton
            type="submit"
            variant="contained"
            reason={unconfirmedReason(user?.emailVerified ?? true)}
            pending={approve.isPending}
            isInactive={decline.isPending}
          >
            {t`Approve`}
          </ReasonedButton>
          <PendingButton
            variant="outlined"
            pending={decline.isPending}
            isInactive={approve.isPending}
            onClick={() => decline.mutate({ userCode })}
          >
            {t`Decline`}
          </PendingButton>
        </Box>
      </Box>
    </Section>
  );
}

function Done({ isApproved }: { isApproved: boolean }) {
  const element = useRef<HTMLElement>(null);
  // The button that had the focus is gone, and screen readers read what has it now.
  useEffect(() => element.current?.focus(), []);
  return (
    <Box ref={element} tabIndex={-1} sx={{ outline: 'none' }}>
      <Empty
        title={
          isApproved
            ? t`Approved. Return to the program; it’s signed in within a few seconds. You can revoke its token at any time.`
            : t`Declined. The program got no access.`
        }
        action={
          <Button variant="contained" href={paths.api}>
            {t`Show your tokens`}
          </Button>
        }
      />
    </Box>
  );
}
