import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { StatusChip } from '#client/ui/status.tsx';
import type { CallResult } from '#shared/calls.ts';
import { LiveNow } from '../live-now.tsx';
import type { AppPartProps, LoadedApp } from '../loaded-app.ts';
import { OfferSection } from './offer-section.tsx';
import { ReleaseCard } from './release-card.tsx';
import { releaseTitle } from './release-title.ts';

const CHANGES_LATER_MS = 15_000;

/** How often to look again: releases with a date publish themselves. */
function pollInterval(result: CallResult<'releases.list'> | undefined): number | false {
  const isMoving = result?.releases.some(({ state }) => state === 'scheduled' || state === 'inReview');
  return isMoving ? CHANGES_LATER_MS : false;
}

/** How the versions of an app are given out: what is public, rollouts, dates, and the way back. */
export function ReleasesPart({ loaded }: AppPartProps) {
  const { app } = loaded;
  const input = { appId: app.id };
  const { data, error, refetch } = useCallQuery('releases.list', input, { refetchInterval: pollInterval });
  if (error !== null) return <CallErrorAlert error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ListSkeleton rows={3} />;
  if (data.releases.length === 0) {
    return <Empty title="Nothing to give out yet. A version appears here once it is submitted for review." />;
  }
  return <LoadedReleases loaded={loaded} {...data} />;
}

type LoadedReleasesProps = CallResult<'releases.list'> & { readonly loaded: LoadedApp };

function LoadedReleases({ loaded, releases, live }: LoadedReleasesProps) {
  const { app } = loaded;
  const ended = releases.filter(({ state }) => state === 'ended');
  const current = releases.filter(({ state }) => state !== 'ended');
  return (
    <>
      <Section title="Public now">
        <LiveNow appId={app.id} live={live} />
      </Section>
      {current.length > 0 && (
        <Box
          component="ul"
          aria-label="Releases"
          sx={{ m: 0, mb: 3, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
        >
          {current.map((release) => (
            <ReleaseCard key={release.versionId} release={release} releases={releases} loaded={loaded} />
          ))}
        </Box>
      )}
      {ended.length > 0 && (
        <Box component="section" aria-label="Not public" sx={{ mb: 3 }}>
          <Typography variant="h2" sx={{ mb: 1.5 }}>
            Not public
          </Typography>
          <Rows label="Not public">
            {ended.map((release) => (
              <LinkRow
                key={release.versionId}
                href={paths.version(app.id, release.versionId)}
                title={releaseTitle(release)}
                status={<StatusChip status={statusOf(loaded, release.versionId)} />}
              />
            ))}
          </Rows>
        </Box>
      )}
      <OfferSection app={app} />
    </>
  );
}

/** Why a release is over: its version's own status says more than that it is. */
function statusOf({ versions }: LoadedApp, versionId: string) {
  return versions.find(({ id }) => id === versionId)?.status ?? 'ended';
}
