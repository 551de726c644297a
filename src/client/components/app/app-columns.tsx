import DraftsIcon from '@mui/icons-material/EditNote';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { createContext, useContext } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { StatusCell } from '#client/components/status/status-line.tsx';
import { paths } from '#client/paths.ts';
import type { TableColumn } from '#client/ui/data-row.tsx';
import { TextCell, TitleCell } from '#client/ui/table-cells.tsx';
import { Time } from '#client/ui/time.tsx';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import { appSentence, shownAppStatus } from '#shared/statuses/app-status.ts';
import { AppDownloads, type RecentDownloads } from './app-downloads.tsx';
import { AppIcon } from './app-icon.tsx';
import { AppRollout } from './app-rollout.tsx';

/** The downloads of the last 30 days by app id. In the columns they would make another table of them. */
export const DownloadsContext = createContext<ReadonlyMap<string, RecentDownloads>>(new Map());

/** Returns the columns of a user's own apps, with the downloads of `DownloadsContext`. */
export function ownAppColumns(pathOf: (appId: string) => string): readonly TableColumn<App>[] {
  return [titleColumn(pathOf), STATUS, { ...VERSION, hiddenBelow: 720 }, DOWNLOADS, UPDATED, CREATED];
}

/** Returns the columns of all apps of the store, with their publishers. */
export function allAppColumns(pathOf: (appId: string) => string): readonly TableColumn<App>[] {
  return [titleColumn(pathOf), STATUS, OWNER, VERSION, UPDATED, CREATED];
}

function titleColumn(pathOf: (appId: string) => string): TableColumn<App> {
  return {
    label: t`App`,
    inCard: 'title',
    sorts: [{ sort: 'name', direction: 'asc' }],
    cell: (app) => <AppTitle app={app} href={pathOf(app.id)} />,
  };
}

const STATUS: TableColumn<App> = {
  label: t`Status`,
  sorts: [{ sort: 'status', direction: 'asc' }],
  cell: (app) => <AppStatusCell app={app} />,
};

const VERSION: TableColumn<App> = {
  label: t`Version`,
  width: 110,
  hiddenBelow: 1100,
  inCard: 'labelled',
  cell: versionOf,
};

const DOWNLOADS: TableColumn<App> = {
  label: t`Downloads`,
  width: 176,
  hiddenBelow: 880,
  inCard: 'line',
  cell: (app) => <AppDownloadsCell app={app} />,
};

const UPDATED: TableColumn<App> = {
  label: t`Updated`,
  width: 124,
  hiddenBelow: 640,
  inCard: 'labelled',
  sorts: [{ sort: 'updated', direction: 'desc' }],
  cell: ({ updatedAt }) => <Time iso={updatedAt} />,
};

const CREATED: TableColumn<App> = {
  label: t`Created`,
  width: 124,
  hiddenBelow: 1100,
  inCard: 'labelled',
  sorts: [{ sort: 'newest', direction: 'desc' }],
  cell: ({ createdAt }) => <Time iso={createdAt} />,
};

const OWNER: TableColumn<App> = {
  label: t`Publisher`,
  width: 220,
  hiddenBelow: 860,
  cell: ({ ownerUid, ownerName }) => (
    <TextCell text={ownerName ?? t`No name`}>
      <Link href={paths.adminPerson(ownerUid)} color="inherit" underline="hover">
        <bdi>{ownerName ?? t`No name`}</bdi>
      </Link>
    </TextCell>
  ),
};

function AppTitle({ app, href }: { app: App; href: string }) {
  const { storage } = useBackend();
  return (
    <TitleCell
      picture={
        <AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} size={32} />
      }
      title={app.name}
      href={href}
      subtitle={app.applicationId}
    />
  );
}

function AppStatusCell({ app }: { app: App }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <AppRollout app={app} />
      <StatusCell status={shownAppStatus(app)} sentence={appSentence(app)} />
      {app.hasListingDrafts && (
        <DraftsIcon
          titleAccess={t`Unpublished listing changes`}
          sx={{ fontSize: 20, color: 'text.secondary', flexShrink: 0 }}
        />
      )}
    </Box>
  );
}

function AppDownloadsCell({ app }: { app: App }) {
  return <AppDownloads app={app} downloads={useContext(DownloadsContext).get(app.id)} />;
}

function versionOf({ liveVersion, latestVersion }: App) {
  const shown = liveVersion ?? latestVersion;
  if (shown === null || shown.versionName === null) return null;
  const { versionName, versionCode } = shown;
  return <TextCell text={`${versionName} (${versionCode ?? '–'})`} />;
}
