import { Navigate } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { SessionFailure } from '#client/components/session/session-failure.tsx';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { useAuthState } from '#client/store/store.ts';
import { useSessionFailure } from '#client/store/use-session-failure.ts';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { messageLanguage, t } from '#shared/languages/translate.ts';
import { AuthLayout } from './auth-layout.tsx';
import { OnboardingForm } from './onboarding-form.tsx';

/** The languages of this page and of the browser, in which the terms are wanted. */
const LANGUAGES = [messageLanguage(), ...navigator.languages].slice(0, 10);

/** Asks new users for the details that the store needs first. */
export default function OnboardingPage() {
  const { status, user } = useAuthState();
  const failure = useSessionFailure();
  const store = useCallQuery('settings.get', {}, { enabled: user !== null });
  const terms = useCallQuery('settings.getTerms', { languages: LANGUAGES }, { enabled: user !== null });

  if (failure !== null) return <SessionFailure {...failure} />;
  if (status === 'loading')
    return (
      <AuthLayout title={t`Loading...`}>
        <FormSkeleton />
      </AuthLayout>
    );
  if (user === null) return <Navigate to={paths.loginFrom(paths.onboarding)} replace />;
  if (user.onboardingCompleted) return <Navigate to={paths.dashboard} replace />;
  return (
    <AuthLayout
      title={SCREENS.onboarding.title}
      lead={t`Answer a few questions to get started. You can change them later.`}
      width={560}
    >
      <CallStatus call={store.data === undefined ? store : terms} skeleton={<FormSkeleton fields={5} />} />
      {store.data !== undefined && terms.data !== undefined && (
        <OnboardingForm settings={store.data.settings} terms={terms.data} user={user} />
      )}
    </AuthLayout>
  );
}
