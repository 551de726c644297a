import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { EmailPaused } from './email-paused.tsx';
import { PreferencesForm } from './preferences-form.tsx';

/** Which notifications reach the person, and how. */
export function NotificationsPart() {
  const { data, error, refetch } = useCallQuery('notifications.getPreferences', {});
  if (error !== null) return <CallErrorAlert error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <FormSkeleton />;
  return (
    <>
      {data.emailPaused !== null && <EmailPaused paused={data.emailPaused} />}
      <PreferencesForm preferences={data.preferences} />
    </>
  );
}
