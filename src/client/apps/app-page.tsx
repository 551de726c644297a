import UploadIcon from '@mui/icons-material/Upload';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ComponentType } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import type { AppPartProps, LoadedApp } from '#client/components/app/loaded-app.ts';
import { RemovalNote } from '#client/components/app/removal-note.tsx';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallStatusPage } from '#client/components/feedback/call-status.tsx';
import { PagePart } from '#client/components/feedback/page-part.tsx';
import { HoldNote } from '#client/components/hold/hold-note.tsx';
import { RemovalRequestNote } from '#client/components/removal/removal-request-note.tsx';
import { StatusLine } from '#client/components/status/status-line.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { type AppPart, SCREENS } from '#client/screens.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { localeName } from '#client/ui/locale-name.ts';
import { Page } from '#client/ui/page.tsx';
import { choosePart } from '#client/ui/page-parts.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import { roleDenialReason } from '#shared/members/member.ts';
import { appSentence, shownAppStatus } from '#shared/statuses/app-status.ts';
import { OverviewPart } from './overview-part.tsx';

type PartName = 'overview' | AppPart;

const PARTS: Record<PartName, { label: string; Part: ComponentType<AppPartProps> }> = {
  overview: {
    label: t`Overview`,
    Part: OverviewPart,
  },
  listing: {
    label: t`Listing`,
    Part: lazyChunk('listing-part', async () => (await import('./app-listing.tsx')).AppListing),
  },
  versions: {
    label: t`Versions`,
    Part: lazyChunk('versions-part', async () => (await import('./versions/versions-part.tsx')).VersionsPart),
  },
  releases: {
    label: t`Releases`,
    Part: lazyChunk('releases-part', async () => (await import('./releases/releases-part.tsx')).ReleasesPart),
  },
  statistics: {
    label: t`Statistics`,
    Part: lazyChunk('statistics-part', async () => (await import('./statistics-part.tsx')).StatisticsPart),
  },
  people: {
    label: t`People`,
    Part: lazyChunk('people-part', async () => (await import('./people/people-part.tsx')).PeoplePart),
  },
  settings: {
    label: t`Settings`,
    Part: lazyChunk('settings-part', async () => (await import('./settings-part.tsx')).SettingsPart),
  },
};

/** Shows one app in parts with their own addresses (`?tab=…`); `?version=` opens one of its versions. */
export default function AppPage() {
  const { appId = '' } = useParams();
  const call = useCallQuery('apps.get', { appId });
  if (call.data === undefined)
    return (
      <CallStatusPage
        title={SCREENS.app.title}
        breadcrumbs={[{ label: SCREENS.apps.title, href: paths.apps }]}
        call={call}
      />
    );
  return <LoadedAppPage loaded={call.data} />;
}

function LoadedAppPage({ loaded }: { loaded: LoadedApp }) {
  const { app, role } = loaded;
  const { storage } = useBackend();
  const [params] = useSearchParams();
  // A version opens the versions.
  const asked = params.has('version') ? 'versions' : params.get('tab');
  const { current, links, Part } = choosePart(PARTS, asked, (name) =>
    name === 'overview' ? paths.app(app.id) : paths.appPart(app.id, name),
  );
  const shown = useShownName(loaded, current);
  const uploadDenialReason = roleDenialReason(role, 'maintainer');
  return (
    <Page
      title={app.name}
      shown={shown}
      picture={
        <AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} size={56} />
      }
      status={
        <>
          <StatusLine status={shownAppStatus(app)} sentence={appSentence(app)} />
          <Box component="code" sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere' }}>
            {app.applicationId}
          </Box>
        </>
      }
      action={
        <ReasonedButton
          variant="contained"
          startIcon={<UploadIcon />}
          reason={uploadDenialReason}
          {...(uploadDenialReason === null && { href: paths.newVersion(app.id) })}
        >
          {t`Upload a version`}
        </ReasonedButton>
      }
      breadcrumbs={[
        role === 'admin'
          ? { label: SCREENS.adminApps.title, href: paths.adminApps }
          : { label: SCREENS.apps.title, href: paths.apps },
      ]}
      parts={{ label: t`App sections`, current, links }}
    >
      <RemovalNote app={app} />
      <HoldNote hold={app.hold} />
      <RemovalRequestNote app={app} removal={loaded.removal} />
      <PagePart current={current} fallback={<ListSkeleton />}>
        {app.hasListingDrafts && current !== 'listing' && roleDenialReason(role, 'viewer') === null && (
          <Alert
            severity="info"
            sx={{ mb: 3 }}
            action={
              <Button
                color="inherit"
                size="small"
                href={paths.appPart(app.id, 'listing')}
                sx={{ whiteSpace: 'nowrap' }}
              >
                {t`Show changes`}
              </Button>
            }
          >
            {t`The listing has changes that aren’t published yet.`}
          </Alert>
        )}
        <Part loaded={loaded} />
      </PagePart>
    </Page>
  );
}

/** Returns the name of the version or language that the address chooses. */
function useShownName({ versions }: LoadedApp, part: PartName): string | undefined {
  const [params] = useSearchParams();
  const versionId = params.get('version') ?? '';
  const listed = versions.find(({ id }) => id === versionId);
  // The page of an old version loads it anyway.
  const { data } = useCallQuery(
    'versions.get',
    { versionId },
    { enabled: versionId !== '' && listed === undefined },
  );
  const version = listed ?? data?.version;
  if (part === 'versions') return version && versionTitle(version);
  const locale = params.get('locale');
  return part === 'listing' && locale !== null ? localeName(locale) : undefined;
}
