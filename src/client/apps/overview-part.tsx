import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import type { AppPartProps, LoadedApp } from '#client/components/app/loaded-app.ts';
import { Parts } from '#client/components/feedback/page-part.tsx';
import { DecisionNote } from '#client/components/review/decision-note.tsx';
import { Sparkline } from '#client/components/statistics/sparkline.tsx';
import { InstallCard } from '#client/components/store/install-card.tsx';
import { SourceCard } from '#client/components/store/source-card.tsx';
import { VersionStatusLine } from '#client/components/version/version-status.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { Empty } from '#client/ui/empty.tsx';
import { Section } from '#client/ui/section.tsx';
import { formatNumber, t } from '#shared/languages/translate.ts';
import { roleDenialReason } from '#shared/members/member.ts';
import type { VersionSummary } from '#shared/versions/version.ts';
import { nextStep } from './next-step.ts';
import { LiveNow } from './releases/live-now.tsx';
import { VersionActions } from './versions/version-actions.tsx';
import { WaitingNote } from './versions/waiting-note.tsx';

/** Shows what is live, the next step, and the app's downloads. */
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
        <Parts>
          <NextStep loaded={loaded} newest={newest} />
        </Parts>
        <Box sx={{ minWidth: 0 }}>
          <Parts>
            <Section title={t`Live now`}>
              <LiveNow loaded={loaded} live={live} />
              <Button size="small" href={paths.appPart(app.id, 'releases')} sx={{ mt: 2, ml: -0.5 }}>
                {t`Manage releases`}
              </Button>
            </Section>
            <Downloads appId={app.id} />
            {app.platform === 'android' && app.status === 'published' && (
              <InstallCard applicationId={app.applicationId} />
            )}
            {app.platform === 'ios' && app.status === 'published' && (
              <SourceCard
                applicationId={app.applicationId}
                source={loaded.marketplaceId === null ? 'classic' : 'pal'}
              />
            )}
          </Parts>
        </Box>
      </Box>
    </>
  );
}

function NoVersion({ loaded: { app, role } }: AppPartProps) {
  const mayUpload = roleDenialReason(role, 'maintainer') === null;
  return (
    <Empty
      picture="quay"
      title={
        mayUpload
          ? t`No versions yet. Upload a package and we’ll inspect it right away.`
          : t`The publisher hasn’t uploaded a version yet.`
      }
      action={
        mayUpload && (
          <Button variant="contained" href={paths.newVersion(app.id)}>
            {t`Upload the first version`}
          </Button>
        )
      }
    />
  );
}

function NextStep({ loaded, newest }: { loaded: LoadedApp; newest: VersionSummary }) {
  return (
    <Section title={t`Next step`}>
      <Typography sx={{ mb: 2, maxWidth: 640 }}>{nextStep(loaded, newest)}</Typography>
      <Typography variant="h3" component="h3" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        {t`Version ${versionTitle(newest)}`}
      </Typography>
      <Box sx={{ mb: 2 }}>
        <VersionStatusLine version={newest} />
      </Box>
      <WaitingNote version={newest} />
      <DecisionNote version={newest} />
      <VersionActions version={newest} loaded={loaded} />
      <Button size="small" href={paths.version(loaded.app.id, newest.id)} sx={{ ml: -0.5 }}>
        {t`View version details`}
      </Button>
    </Section>
  );
}

function Downloads({ appId }: { appId: string }) {
  return (
    <Section title={t`Downloads`}>
      <MonthlyDownloads appId={appId} />
    </Section>
  );
}

function MonthlyDownloads({ appId }: { appId: string }) {
  const { data } = useCallQuery('apps.versionDownloads', { appId });
  return (
    <>
      <Typography sx={{ mb: 1 }}>
        {data === undefined ? '…' : t`${formatNumber(data.total)} in the last 30 days`}
      </Typography>
      {data !== undefined && (
        <Sparkline
          counts={data.days.map(({ count }) => count)}
          total={data.total}
          size="wide"
          emptyText={data.allTime === 0 ? t`No downloads yet` : t`None in the last 30 days`}
        />
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {data !== undefined && t`${formatNumber(data.allTime)} since first published`}
      </Typography>
      <Button size="small" href={paths.appPart(appId, 'statistics')} sx={{ mt: 1, ml: -0.5 }}>
        {t`View statistics`}
      </Button>
    </>
  );
}
