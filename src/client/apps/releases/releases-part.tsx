import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { AppPartProps, LoadedApp } from '#client/components/app/loaded-app.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { StatusChip } from '#client/components/status/status-chip.tsx';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import type { StatusRecord } from '#shared/lifecycle.ts';
import { RELEASE_STATUSES } from '#shared/statuses/release-status.ts';
import { shownStatus } from '#shared/versions/shown-status.ts';
import { DeviceCheck } from './device-check.tsx';
import { LiveNow } from './live-now.tsx';
import { ReleaseCard } from './release-card.tsx';
import { releaseTitle } from './release-title.ts';

/** Shows the releases of an app: what is live, rollouts, schedules, and rolling back. */
export function ReleasesPart({ loaded }: AppPartProps) {
  const { app } = loaded;
  const call = useCallQuery('releases.list', { appId: app.id });
  const { data, error } = call;
  if (data === undefined || error !== null)
    return <CallStatus call={call} skeleton={<ListSkeleton rows={3} />} />;
  if (data.releases.length === 0) {
    return (
      <Empty
        picture="quay"
        title={t`Nothing to release yet. Versions appear here once you submit them for review.`}
      />
    );
  }
  return <LoadedReleases loaded={loaded} {...data} />;
}

type LoadedReleasesProps = CallResult<'releases.list'> & { readonly loaded: LoadedApp };

function LoadedReleases({ loaded, releases, live }: LoadedReleasesProps) {
  const { app } = loaded;
  const ended = releases.filter(({ status }) => status === 'ended');
  const current = releases.filter(({ status }) => status !== 'ended');
  return (
    <>
      <Section title={t`Live now`}>
        <LiveNow loaded={loaded} live={live} />
      </Section>
      {current.length > 0 && (
        <Box
          component="ul"
          aria-label={t`Releases`}
          sx={{ m: 0, mb: 3, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
        >
          {current.map((release) => (
            <ReleaseCard key={release.versionId} release={release} releases={releases} loaded={loaded} />
          ))}
        </Box>
      )}
      {ended.length > 0 && (
        <Box component="section" aria-label={t`Not live`} sx={{ mb: 3 }}>
          <Typography variant="h2" sx={{ mb: 1.5 }}>
            {t`Not live`}
          </Typography>
          <Rows label={t`Not live`}>
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
      <DeviceCheck app={app} />
    </>
  );
}

/**
 * Returns the status of an ended release's version, which tells why it ended; for older versions that of the release.
 */
function statusOf({ versions }: LoadedApp, versionId: string): StatusRecord {
  const version = versions.find(({ id }) => id === versionId);
  return version === undefined ? RELEASE_STATUSES.ended : shownStatus(version);
}
