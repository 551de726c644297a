import UploadIcon from '@mui/icons-material/Upload';
import Box from '@mui/material/Box';
import { type ComponentType, lazy } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { type AppPart, paths } from '#client/paths.ts';
import { AppIcon } from '#client/ui/app-icon.tsx';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Page } from '#client/ui/page.tsx';
import { PageTabs, TabPanel } from '#client/ui/page-tabs.tsx';
import { ListSkeleton, PageSkeleton } from '#client/ui/skeletons.tsx';
import { Stands } from '#client/ui/stands.tsx';
import { appSentence } from '#shared/apps/sentence.ts';
import type { CallResult } from '#shared/calls.ts';
import { whyNotRole } from '#shared/members/member.ts';
import type { AppPartProps, LoadedApp } from './loaded-app.ts';
import { RemovalNote } from './removal-note.tsx';

const CHANGES_AT_ONCE_MS = 1_000;
const CHANGES_LATER_MS = 15_000;

type PartName = 'overview' | AppPart;

function part(load: () => Promise<ComponentType<AppPartProps>>) {
  return lazy(async () => ({ default: await load() }));
}

const PARTS: Record<PartName, { label: string; Part: ComponentType<AppPartProps> }> = {
  overview: {
    label: 'Overview',
    Part: part(async () => (await import('./overview-part.tsx')).OverviewPart),
  },
  listing: {
    label: 'Listing',
    Part: part(async () => {
      const { ListingPart } = await import('./listing/listing-part.tsx');
      return ({ loaded }) => <ListingPart appId={loaded.app.id} />;
    }),
  },
  versions: {
    label: 'Versions',
    Part: part(async () => (await import('./versions-part.tsx')).VersionsPart),
  },
  releases: {
    label: 'Releases',
    Part: part(async () => (await import('./releases/releases-part.tsx')).ReleasesPart),
  },
  statistics: {
    label: 'Statistics',
    Part: part(async () => (await import('./statistics-part.tsx')).StatisticsPart),
  },
  people: {
    label: 'People',
    Part: part(async () => (await import('./people/people-part.tsx')).PeoplePart),
  },
  settings: {
    label: 'Settings',
    Part: part(async () => (await import('./settings-part.tsx')).SettingsPart),
  },
};
const NAMES = Object.keys(PARTS) as PartName[];

/** How often to look again: each second while the store works on a version, seldom while a person does. */
function pollInterval(result: CallResult<'apps.get'> | undefined): number | false {
  const statuses = new Set(result?.versions.map((version) => version.status));
  if (statuses.has('analysing')) return CHANGES_AT_ONCE_MS;
  const isWaiting = statuses.has('submitted') || statuses.has('in_review') || statuses.has('approved');
  return isWaiting ? CHANGES_LATER_MS : false;
}

/** One app in parts that have an address each (`?tab=…`); `?version=` opens one of its versions. */
export default function AppPage() {
  const { appId = '' } = useParams();
  const { data, error, refetch } = useCallQuery('apps.get', { appId }, { refetchInterval: pollInterval });
  if (data !== undefined) return <LoadedAppPage loaded={data} />;
  if (error === null) return <PageSkeleton />;
  return (
    <Page title="App" breadcrumbs={[{ label: 'My Apps', href: paths.apps }]}>
      <CallErrorAlert error={error} onRetry={() => void refetch()} />
    </Page>
  );
}

/** The part that an address names: a version belongs to the versions. */
function partOf(params: URLSearchParams): PartName {
  if (params.has('version')) return 'versions';
  return NAMES.find((name) => name === params.get('tab')) ?? 'overview';
}

function LoadedAppPage({ loaded }: { loaded: LoadedApp }) {
  const { app, role } = loaded;
  const { storage } = useBackend();
  const current = partOf(useSearchParams()[0]);
  const { Part } = PARTS[current];
  const whyNotUpload = whyNotRole(role, 'maintainer');
  return (
    <Page
      title={app.name}
      picture={
        <AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} size={56} />
      }
      status={
        <>
          <Stands status={app.status} sentence={appSentence(app)} />
          <Box component="code" sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere' }}>
            {app.applicationId}
          </Box>
        </>
      }
      action={
        <ReasonedButton
          variant="contained"
          startIcon={<UploadIcon />}
          reason={whyNotUpload}
          {...(whyNotUpload === null && { href: paths.newVersion(app.id) })}
        >
          Upload a version
        </ReasonedButton>
      }
      breadcrumbs={[
        role === 'admin'
          ? { label: 'App Management', href: paths.adminApps }
          : { label: 'My Apps', href: paths.apps },
      ]}
      tabs={
        <PageTabs
          label="Parts of the app"
          current={current}
          tabs={NAMES.map((name) => ({
            name,
            label: PARTS[name].label,
            href: name === 'overview' ? paths.app(app.id) : paths.appPart(app.id, name),
          }))}
        />
      }
    >
      <RemovalNote app={app} />
      <TabPanel current={current} fallback={<ListSkeleton />}>
        <Part loaded={loaded} />
      </TabPanel>
    </Page>
  );
}
