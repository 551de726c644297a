import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { StatusLine } from '#client/components/status/status-line.tsx';
import { paths } from '#client/paths.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import { t } from '#shared/languages/translate.ts';
import { RELEASE_STATUSES } from '#shared/statuses/release-status.ts';
import { holdOfRelease, shownReleaseSentence, shownReleaseStatus } from '#shared/versions/shown-status.ts';
import type { ReleaseProps } from './confirm-release-dialog.tsx';
import { ReleaseActions } from './release-actions.tsx';
import { releaseTitle } from './release-title.ts';
import { ReportStatus } from './report-status.tsx';

/** Shows one release with its status, progress and actions. */
export function ReleaseCard({ release, releases, loaded }: ReleaseProps) {
  const now = useMinute();
  const { status, publishAt, percentage, track } = release;
  const title = releaseTitle(release);
  const hold = holdOfRelease(loaded, release);
  const { isPartial } = RELEASE_STATUSES[status];
  return (
    <Paper component="li" aria-label={title} sx={{ p: { xs: 2, sm: 3 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, mb: 0.5 }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          <Link href={paths.version(loaded.app.id, release.versionId)} underline="hover" color="inherit">
            {title}
          </Link>
        </Typography>
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {track === 'beta' ? t`Beta track` : t`Stable track`}
        </Typography>
      </Box>
      <StatusLine
        status={shownReleaseStatus(release, hold)}
        sentence={shownReleaseSentence(release, hold, now)}
      />
      {status === 'scheduled' && publishAt !== null && (
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {rich`Date: ${<Time iso={publishAt} />}`}
        </Typography>
      )}
      {status !== 'complete' && percentage < 100 && (
        <Typography variant="body2" sx={{ mt: 1.5, mb: 0.5 }}>
          {isPartial ? t`Reached ${percentage}% of devices` : t`Starts with ${percentage}% of devices`}
        </Typography>
      )}
      {isPartial && (
        <LinearProgress
          variant="determinate"
          value={percentage}
          color={status === 'halted' ? 'warning' : 'primary'}
          aria-label={t`Rollout of ${title}`}
          sx={{ height: 8, borderRadius: 4, maxWidth: 560 }}
        />
      )}
      {isPartial && <ReportStatus release={release} />}
      <ReleaseActions release={release} releases={releases} loaded={loaded} />
    </Paper>
  );
}
