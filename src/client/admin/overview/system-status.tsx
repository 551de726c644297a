import Box from '@mui/material/Box';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { formatBytes } from '#client/ui/bytes.ts';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Section } from '#client/ui/section.tsx';
import { Time } from '#client/ui/time.tsx';
import type { CallResult } from '#shared/calls.ts';
import { describeDuration } from '#shared/duration.ts';
import { formatNumber, plural, t } from '#shared/languages/translate.ts';

type System = CallResult<'admin.overview'>['system'];

/** Below this the queue counts as empty, because jobs always take a moment. */
const SHORT_SECONDS = 60;

/** Shows the work of the server in the background: jobs, deliveries, the feed and the database. */
export function SystemStatus({ system }: { system: System }) {
  return (
    <Section title={t`System`}>
      <DescriptionList
        items={[
          { label: t`Background jobs`, value: <Jobs system={system} /> },
          { label: t`Push and webhooks`, value: deliveriesText(system) },
          { label: t`Feed`, value: <FeedTime iso={system.feedAt} /> },
          { label: t`Database size`, value: formatBytes(system.databaseBytes) },
        ]}
      />
    </Section>
  );
}

function Jobs({ system }: { system: System }) {
  const { failingJobs, lastFailures } = system;
  const others = failingJobs - lastFailures.length;
  return (
    <>
      {jobsText(system)}
      {lastFailures.length > 0 && (
        <Box component="ul" sx={{ m: 0, my: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
          {lastFailures.map((job) => (
            <FailingJob key={job.id} job={job} />
          ))}
        </Box>
      )}
      {others > 0 && t`And ${formatNumber(others)} more.`}
    </>
  );
}

/** Shows a job whose last attempt failed, with a button that runs it again unless it does already. */
function FailingJob({ job: { id, name, error, runsAt, isDue } }: { job: System['lastFailures'][number] }) {
  const retry = useCallMutation('admin.retryJob');
  return (
    <Box component="li" sx={{ '& + &': { mt: 0.5 } }}>
      <code>{name}</code>{' '}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {isDue ? t`Runs now.` : <NextAttempt runsAt={runsAt} />}
      </Box>
      {!isDue && (
        <PendingButton
          size="small"
          sx={{ ml: 1 }}
          aria-label={t`Run again: ${name}`}
          pending={retry.isPending}
          onClick={() => retry.mutate({ jobId: id })}
        >
          {t`Run again`}
        </PendingButton>
      )}
      <Box>{error ?? t`It’s due too late: the database’s clock was wrong.`}</Box>
      {retry.error !== null && <CallErrorAlert error={retry.error} />}
    </Box>
  );
}

function NextAttempt({ runsAt }: { runsAt: string | null }) {
  return runsAt === null ? t`Given up.` : rich`Runs again ${<Time iso={runsAt} />}.`;
}

function jobsText({ failingJobs, oldestJobSeconds }: System): string {
  const failing =
    failingJobs === 0
      ? t`None failing.`
      : plural(failingJobs, {
          one: '# job is failing.',
          other: '# jobs are failing.',
        });
  if (oldestJobSeconds < SHORT_SECONDS) return failing;
  return `${failing} ${t`The oldest has waited for ${describeDuration(oldestJobSeconds)}.`}`;
}

function deliveriesText({ failedDeliveries }: System): string {
  if (failedDeliveries === 0) return t`None failed in the last 7 days.`;
  return plural(failedDeliveries, {
    one: '# failed in the last 7 days.',
    other: '# failed in the last 7 days.',
  });
}

function FeedTime({ iso }: { iso: string | null }) {
  if (iso === null) return t`Not made yet.`;
  return <>{rich`Last changed ${<Time iso={iso} />}`}</>;
}
