import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { useSessionUser } from '#client/store/store.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { haltRuleSentence, type ReportCounts } from '#shared/releases/halt-rule.ts';
import type { Release } from '#shared/releases/release.ts';
import { ResolveDialog } from './dispute-dialog.tsx';

/** Shows the reports about a rollout: why it halted automatically, or when it would. */
export function ReportStatus({ release }: { release: Release }) {
  const { versionId, haltedFor } = release;
  const { data } = useCallQuery('releases.getReports', { versionId });
  if (haltedFor !== null) {
    return (
      <Alert severity="warning" sx={{ mt: 2, maxWidth: 640 }}>
        <AlertTitle>{t`Halted automatically`}</AlertTitle>
        {rich`${<Time iso={haltedFor.at} />} · ${countsText(haltedFor)}. If you resume it, these reports no longer count.`}
        <Typography variant="body2" sx={{ mt: 1 }}>
          {originText(haltedFor)}
        </Typography>
        <Dispute release={release} />
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

/** Shows the publisher's dispute of a halt with its resolution, or staff what they can do. */
function Dispute({ release }: { release: Release }) {
  const { role } = useSessionUser();
  const [outcome, setOutcome] = useState<'accepted' | 'dismissed' | null>(null);
  const { haltDispute } = release;
  if (haltDispute === null) return null;
  const { reason, resolution } = haltDispute;
  return (
    <Box sx={{ mt: 1.5 }}>
      <Typography variant="body2">{t`Disputed: ${reason}`}</Typography>
      {resolution !== null && (
        <Typography variant="body2">
          {resolution.outcome === 'accepted'
            ? t`Accepted by staff: ${resolution.note}`
            : t`Dismissed by staff: ${resolution.note}`}
        </Typography>
      )}
      {resolution === null && role !== 'admin' && (
        <Typography variant="body2">{t`Store staff are looking into it.`}</Typography>
      )}
      {resolution === null && role === 'admin' && (
        <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
          <Button size="small" variant="outlined" onClick={() => setOutcome('accepted')}>
            {t`Accept`}
          </Button>
          <Button size="small" variant="outlined" onClick={() => setOutcome('dismissed')}>
            {t`Dismiss`}
          </Button>
        </Box>
      )}
      {outcome !== null && (
        <ResolveDialog release={release} outcome={outcome} onClose={() => setOutcome(null)} />
      )}
    </Box>
  );
}

/** Returns where the reports came from, without naming anybody. */
function originText({ networks, newCrashes, newProblems, ignored }: ReportCounts): string {
  return t`Networks: ${formatNumber(networks)} · Reports from new networks, which count half: ${formatNumber(newCrashes + newProblems)} · Reports that didn’t count: ${formatNumber(ignored)}`;
}

function countsText({ crashes, problems, downloads }: ReportCounts): string {
  return t`Crashes: ${formatNumber(crashes)} · Problems: ${formatNumber(problems)} · Downloads: ${formatNumber(downloads)}`;
}
