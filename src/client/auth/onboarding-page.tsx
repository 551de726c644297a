import { Navigate } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { useAuthState } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { Entrance } from './entrance.tsx';
import { OnboardingForm } from './onboarding-form.tsx';

/** What the store asks of a person before anything else. */
export default function OnboardingPage() {
  const { status, user } = useAuthState();
  const store = useCallQuery('settings.get', {});

  if (status === 'loading')
    return (
      <Entrance title="Loading...">
        <FormSkeleton />
      </Entrance>
    );
  if (user === null) return <Navigate to={paths.loginFrom(paths.onboarding)} replace />;
  if (user.onboardingCompleted) return <Navigate to={paths.dashboard} replace />;
  return (
    <Entrance title="Welcome" lead="A few things before you start. You can change them later." width={560}>
      {store.error !== null && <CallErrorAlert error={store.error} onRetry={() => void store.refetch()} />}
      {store.isPending && <FormSkeleton fields={5} />}
      {store.data !== undefined && <OnboardingForm settings={store.data.settings} user={user} />}
    </Entrance>
  );
}
