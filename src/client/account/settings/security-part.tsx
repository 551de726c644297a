import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { paths } from '#client/paths.ts';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import { EmailSection } from './email-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

/** Settings for the ways to sign in, and the list of sessions. */
export function SecurityPart() {
  const { baseUrl } = useBackend().settings;
  const call = useCallQuery('users.me', {});
  const { data, error } = call;
  if (data === undefined || error !== null) return <CallStatus call={call} skeleton={<FormSkeleton />} />;
  const { user } = data;
  return (
    <>
      <EmailSection email={user.email} isConfirmed={user.emailVerified} />
      <PasswordSection email={user.email} />
      <TwoFactorSection isEnabled={user.twoFactorEnabled} isEmailConfirmed={user.emailVerified} />
      <PasskeysSection isEmailConfirmed={user.emailVerified} />
      <Section title={t`API tokens`}>
        <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
          {t`Tokens let your programs act for you, such as a build server that uploads versions.`}
        </Typography>
        <Button href={paths.api} variant="outlined">
          {t`Manage tokens and see the API`}
        </Button>
        <Button
          href={new URL('api-reference.html', baseUrl).href}
          target="_blank"
          rel="noopener"
          sx={{ ml: 1.5 }}
        >
          {t`API reference`}
        </Button>
      </Section>
      <SessionsSection />
    </>
  );
}
