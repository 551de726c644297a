import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Page } from '#client/ui/page.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The settings of the whole store. */
export default function AdminSettingsPage() {
  const { data, error, refetch } = useCallQuery('settings.get', {});
  return (
    <Page title="System Settings" status="They hold for everybody, from the moment you save them.">
      {error !== null && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <FormSkeleton fields={5} />}
      {data !== undefined && <SettingsForm settings={data.settings} />}
    </Page>
  );
}
