import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { EmailPaused } from './email-paused.tsx';
import { PreferencesForm } from './preferences-form.tsx';

/** Settings for the user's notifications and their channels. */
export function NotificationsPart() {
  const call = useCallQuery('notifications.getPreferences', {});
  const { data, error } = call;
  if (data === undefined || error !== null) return <CallStatus call={call} skeleton={<FormSkeleton />} />;
  return (
    <>
      {data.emailPaused !== null && <EmailPaused paused={data.emailPaused} />}
      <PreferencesForm preferences={data.preferences} isEmailConfirmed={data.isEmailConfirmed} />
    </>
  );
}
