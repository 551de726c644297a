import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { EmailSection } from './email-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

/** How the person signs in, and where they are signed in now. */
export function SecurityPart() {
  const { data, error, refetch } = useCallQuery('users.me', {});
  if (error !== null) return <CallErrorAlert error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <FormSkeleton />;
  const { user } = data;
  return (
    <>
      <EmailSection email={user.email} isVerified={user.emailVerified} />
      <PasswordSection email={user.email} />
      <TwoFactorSection isEnabled={user.twoFactorEnabled} />
      <PasskeysSection />
      <SessionsSection />
    </>
  );
}
