import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { DecisionNote } from '#client/ui/decision-note.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Section } from '#client/ui/section.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import { whyNotRole } from '#shared/members/member.ts';
import type { Version } from '#shared/versions/version.ts';
import { LiveNow } from './live-now.tsx';
import type { AppPartProps, LoadedApp } from './loaded-app.ts';
import { nextStep } from './next-step.ts';
import { VersionActions } from './version-actions.tsx';
import { VersionStanding } from './version-standing.tsx';
import { WaitingNote } from './waiting-note.tsx';

/** What is public, what to do next, and how the app does. */
export function OverviewPart({ loaded }: AppPartProps) {
  const { app, versions, live } = loaded;
  const newest = versions[0];
  if (newest === undefined) return <NoVersion loaded={loaded} />;
  return (
    <>
      {app.summary !== null && <Typography sx={{ mb: 3, maxWidth: 720 }}>{app.summary}</Typography>}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
          alignItems: 'start',
          columnGap: 3,
        }}
      >
        <NextStep loaded={loaded} newest={newest} />
        <Box sx={{ minWidth: 0 }}>
          <Section title="Public now">
            <LiveNow appId={app.id} live={live} />
            <Button size="small" href={paths.appPart(app.id, 'releases')} sx={{ mt: 2, ml: -0.5 }}>
              Manage releases
            </Button>
          </Section>
          <Downloads appId={app.id} />
        </Box>
      </Box>
    </>
  );
}

function NoVersion({ loaded: { app, role } }: AppPartProps) {
  const mayUpload = whyNotRole(role, 'maintainer') === null;
  return (
    <Empty
      title={
        mayUpload
          ? 'No version yet. Upload a package: the store reads it at once and says what it finds.'
          : 'The publisher has not uploaded a version yet.'
      }
      action={
        mayUpload && (
          <Button variant="contained" href={paths.newVersion(app.id)}>
            Upload the first version
          </Button>
        )
      }
    />
  );
}

function NextStep({ loaded, newest }: { loaded: LoadedApp; newest: Version }) {
  return (
    <Section title="What to do next">
      <Typography sx={{ mb: 2, maxWidth: 640 }}>{nextStep(loaded, newest)}</Typography>
      <Typography variant="h3" component="h3" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        Version {versionTitle(newest)}
      </Typography>
      <Box aria-live="polite" sx={{ mb: 2 }}>
        <VersionStanding version={newest} live={loaded.live} />
      </Box>
      <WaitingNote version={newest} />
      <DecisionNote version={newest} />
      <VersionActions version={newest} loaded={loaded} />
      <Button size="small" href={paths.version(loaded.app.id, newest.id)} sx={{ ml: -0.5 }}>
        See all about this version
      </Button>
    </Section>
  );
}

function Downloads({ appId }: { appId: string }) {
  const { data } = useCallQuery('apps.versionDownloads', { appId });
  return (
    <Section title="Downloads">
      <Typography>
        {data === undefined ? '…' : `${data.total.toLocaleString('en')} in the last 30 days`}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {data !== undefined && `${data.allTime.toLocaleString('en')} since the first publication`}
      </Typography>
      <Button size="small" href={paths.appPart(appId, 'statistics')} sx={{ mt: 1, ml: -0.5 }}>
        See the statistics
      </Button>
    </Section>
  );
}
