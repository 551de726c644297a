import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import { LanguageForm } from './language-form.tsx';
import { RegionForm } from './region-form.tsx';
import { RowDensity } from './row-density.tsx';
import { ThemeMode } from './theme-mode.tsx';

/** Settings for the theme, and for dates and times. */
export function GeneralPart() {
  const call = useCallQuery('users.me', {});
  const { data } = call;
  return (
    <>
      <Section title={t`Appearance`}>
        <ThemeMode />
        <RowDensity />
      </Section>
      <Section title={t`Language`}>
        <LanguageForm />
      </Section>
      <Section title={t`Dates and times`}>
        <CallStatus call={call} skeleton={<FormSkeleton fields={2} />} />
        {data !== undefined && <RegionForm user={data.user} />}
      </Section>
    </>
  );
}
