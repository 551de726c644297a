import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { paths } from '#client/paths.ts';
import { Stands } from '#client/ui/stands.tsx';
import { Time } from '#client/ui/time.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import type { Release } from '#shared/releases/release.ts';
import { releaseSentence } from '#shared/releases/sentence.ts';
import type { LoadedApp } from '../loaded-app.ts';
import { ReleaseActions } from './release-actions.tsx';
import { releaseTitle } from './release-title.ts';

export interface ReleaseCardProps {
  readonly release: Release;
  /** All of the app, newest first. */
  readonly releases: readonly Release[];
  readonly loaded: LoadedApp;
}

/** One release: where it stands, how far it is, and what can be done with it. */
export function ReleaseCard({ release, releases, loaded }: ReleaseCardProps) {
  const now = useMinute();
  const { state, publishAt, percentage, track } = release;
  const title = releaseTitle(release);
  return (
    <Paper component="li" aria-label={title} sx={{ p: { xs: 2, sm: 3 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, mb: 0.5 }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          <Link href={paths.version(loaded.app.id, release.versionId)} underline="hover" color="inherit">
            {title}
          </Link>
        </Typography>
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {track === 'beta' ? 'Beta track' : 'Stable track'}
        </Typography>
      </Box>
      <Box aria-live="polite">
        <Stands status={state} sentence={releaseSentence(release, now)} />
      </Box>
      {state === 'scheduled' && publishAt !== null && (
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
          Its date: <Time iso={publishAt} />
        </Typography>
      )}
      {state !== 'complete' && percentage < 100 && (
        <Typography variant="body2" sx={{ mt: 1.5, mb: 0.5 }}>
          {state === 'rollingOut' || state === 'halted'
            ? `Reached ${percentage}% of devices`
            : `Begins with ${percentage}% of devices`}
        </Typography>
      )}
      {(state === 'rollingOut' || state === 'halted') && (
        <LinearProgress
          variant="determinate"
          value={percentage}
          color={state === 'halted' ? 'warning' : 'primary'}
          aria-label={`Share of devices of ${title}`}
          sx={{ height: 8, borderRadius: 4, maxWidth: 560 }}
        />
      )}
      <ReleaseActions release={release} releases={releases} loaded={loaded} />
    </Paper>
  );
}
