import Box from '@mui/material/Box';
import { useBackend } from '#client/backend/backend-context.ts';
import { RolloutRing } from '#client/components/release/rollout-ring.tsx';
import { Sparkline } from '#client/components/statistics/sparkline.tsx';
import { StatusLine } from '#client/components/status/status-line.tsx';
import { LinkRow } from '#client/ui/link-rows.tsx';
import type { App } from '#shared/apps/app.ts';
import { APP_STATUSES, appSentence } from '#shared/apps/status.ts';
import type { CallResult } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { RELEASE_STATUSES } from '#shared/releases/status.ts';
import { AppIcon } from './app-icon.tsx';

export interface AppRowProps {
  readonly app: App;
  readonly href: string;
  /** Shows the app's publisher. */
  readonly showOwner?: boolean;
  /** The downloads of the last 30 days; undefined until they're loaded, or where they aren't shown. */
  readonly downloads?: CallResult<'apps.dailyDownloads'>['apps'][number] | undefined;
}

function versionText({ latestVersion }: App): string {
  if (latestVersion === null) return 'No version yet';
  const { versionName, versionCode } = latestVersion;
  return versionName === null ? 'No version details yet' : `${versionName} (${versionCode ?? '–'})`;
}

/** Shows one app in a list: icon, name, application id, status, newest version and downloads. */
export function AppRow({ app, href, showOwner = false, downloads }: AppRowProps) {
  const { storage } = useBackend();
  return (
    <LinkRow
      href={href}
      picture={<AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} />}
      title={app.name}
      subtitle={
        showOwner ? `${app.applicationId} · ${app.ownerName ?? 'no publisher name'}` : app.applicationId
      }
      status={<AppStatusLine app={app} />}
      aside={
        <Box component="span" sx={{ display: 'inline-grid', justifyItems: 'inherit', gap: 0.5 }}>
          {versionText(app)}
          {downloads !== undefined && (
            <Sparkline
              counts={downloads.counts}
              total={downloads.total}
              emptyText={app.status === 'draft' ? t`No downloads yet` : t`None in 30 days`}
            />
          )}
        </Box>
      }
    />
  );
}

/** Shows the status of an app; while its newest version rolls out also how far it is. */
function AppStatusLine({ app }: { app: App }) {
  const line = <StatusLine status={APP_STATUSES[app.status]} sentence={appSentence(app)} />;
  const { latestVersion } = app;
  const release = latestVersion?.release ?? null;
  if (latestVersion?.status !== 'published' || release === null) return line;
  if (!RELEASE_STATUSES[release.status].isPartial) return line;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <RolloutRing
        percentage={release.percentage}
        isHalted={release.status === 'halted'}
        label={t`Rollout of ${latestVersion.versionName ?? app.name}`}
      />
      {line}
    </Box>
  );
}
