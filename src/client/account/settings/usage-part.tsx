import { useCallQuery } from '#client/backend/use-call.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { QuotaUsageList } from '#client/components/quota/quota-usage.tsx';
import { Section } from '#client/ui/section.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';

/** Shows the usage of the account's quotas. */
export function UsagePart() {
  const call = useCallQuery('account.usage', {});
  const { data } = call;
  return (
    <Section title={t`Usage`}>
      <CallStatus call={call} skeleton={<FormSkeleton fields={5} />} />
      {data !== undefined && <QuotaUsageList usage={data.usage} />}
    </Section>
  );
}
