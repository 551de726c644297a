import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { LoadedApp } from '#client/components/app/loaded-app.ts';
import { RolloutRing } from '#client/components/release/rollout-ring.tsx';
import { StatusChip } from '#client/components/status/status-chip.tsx';
import { paths } from '#client/paths.ts';
import { useMinute } from '#client/ui/use-minute.ts';
import { holdSentence } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';
import type { Live } from '#shared/releases/live.ts';
import type { Release } from '#shared/releases/release.ts';
import { RELEASE_STATUSES } from '#shared/statuses/release-status.ts';
import { holdOfRelease, shownReleaseSentence, shownReleaseStatus } from '#shared/versions/shown-status.ts';
import { releaseTitle } from './release-title.ts';

interface LiveNowProps {
  readonly loaded: LoadedApp;
  readonly live: Live;
}

/** Shows the live version of an app on each track, and the next one. */
export function LiveNow({ loaded, live }: LiveNowProps) {
  const { hold } = loaded.app;
  const rows: [label: string, release: Release | null][] = [
    [t`Stable`, live.stable],
    [t`Rollout`, live.rollout],
    [t`Beta`, live.beta],
    [t`Next`, live.next],
  ];
  const shown = rows.filter((row): row is [string, Release] => row[1] !== null);
  return (
    <>
      {(hold !== null || !live.isPublic) && (
        <Typography sx={{ mb: shown.length === 0 ? 0 : 2 }}>
          {hold === null ? notLiveText(live) : holdSentence(hold)}
        </Typography>
      )}
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2 }}>
        {shown.map(([label, release]) => (
          <LiveRow key={label} label={label} loaded={loaded} release={release} />
        ))}
      </Box>
    </>
  );
}

function notLiveText({ rollout }: Live): string {
  return rollout === null ? t`This app isn’t live yet.` : t`New installs get no version.`;
}

interface LiveRowProps {
  readonly label: string;
  readonly loaded: LoadedApp;
  readonly release: Release;
}

function LiveRow({ label, loaded, release }: LiveRowProps) {
  const now = useMinute();
  const hold = holdOfRelease(loaded, release);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '112px minmax(0, 1fr)' }, columnGap: 2 }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary', pt: 0.25 }}>
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
          {hold === null && RELEASE_STATUSES[release.status].isPartial && (
            <RolloutRing
              percentage={release.percentage}
              isHalted={release.status === 'halted'}
              label={t`Rollout of ${releaseTitle(release)}`}
            />
          )}
          <Link
            href={paths.version(loaded.app.id, release.versionId)}
            underline="hover"
            sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
          >
            {releaseTitle(release)}
          </Link>
          <StatusChip status={shownReleaseStatus(release, hold)} />
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {shownReleaseSentence(release, hold, now)}
          </Typography>
        </Box>
      </Box>
    </Box>
  );
}
