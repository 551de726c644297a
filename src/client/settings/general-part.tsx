import { useCallQuery } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { RegionForm } from './region-form.tsx';
import { ThemeMode } from './theme-mode.tsx';

/** How the console looks to this person, and how it writes dates and times. */
export function GeneralPart() {
  const { data, error, refetch } = useCallQuery('users.me', {});
  return (
    <>
      <Section title="Appearance">
        <ThemeMode />
      </Section>
      <Section title="Dates and times">
        {error !== null && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <FormSkeleton fields={2} />}
        {data !== undefined && <RegionForm user={data.user} />}
      </Section>
    </>
  );
}
