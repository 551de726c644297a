import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { haltRuleSentence, type ReportCounts } from '#shared/releases/halt-rule.ts';
import type { Release } from '#shared/releases/release.ts';

/** Shows the reports about a rollout: why it halted automatically, or when it would. */
export function ReportStatus({ release: { versionId, haltedFor } }: { release: Release }) {
  const { data } = useCallQuery('releases.getReports', { versionId });
  if (haltedFor !== null) {
    return (
      <Alert severity="warning" sx={{ mt: 2, maxWidth: 640 }}>
        <AlertTitle>{t`Halted automatically`}</AlertTitle>
        {rich`${<Time iso={haltedFor.at} />} · ${countsText(haltedFor)}. If you resume it, these reports no longer count.`}
      </Alert>
    );
  }
  if (data === undefined) return null;
  const { rule, counts } = data;
  return (
    <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
      {rule === null ? t`Doesn’t halt automatically.` : haltRuleSentence(rule)} {countsText(counts)}
    </Typography>
  );
}

function countsText({ crashes, problems, downloads }: ReportCounts): string {
  return t`Crashes: ${formatNumber(crashes)} · Problems: ${formatNumber(problems)} · Downloads: ${formatNumber(downloads)}`;
}
