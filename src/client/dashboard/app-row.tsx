import Box from '@mui/material/Box';
import { useBackend } from '#client/backend/backend-context.ts';
import { AppDownloads, type RecentDownloads } from '#client/components/app/app-downloads.tsx';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { AppRollout } from '#client/components/app/app-rollout.tsx';
import { StatusLine } from '#client/components/status/status-line.tsx';
import { LinkRow } from '#client/ui/link-rows.tsx';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import { appSentence, shownAppStatus } from '#shared/statuses/app-status.ts';

interface AppRowProps {
  readonly app: App;
  readonly href: string;
  /** The downloads of the last 30 days; undefined until they're loaded. */
  readonly downloads: RecentDownloads | undefined;
}

function versionText({ liveVersion, latestVersion }: App): string {
  const shown = liveVersion ?? latestVersion;
  if (shown === null) return t`No version yet`;
  const { versionName, versionCode } = shown;
  return versionName === null ? t`No version details yet` : `${versionName} (${versionCode ?? '–'})`;
}

/** Shows one app in a list: icon, name, application id, status, live or newest version, and downloads. */
export function AppRow({ app, href, downloads }: AppRowProps) {
  const { storage } = useBackend();
  return (
    <LinkRow
      href={href}
      picture={<AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} />}
      title={app.name}
      subtitle={app.applicationId}
      status={
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          <AppRollout app={app} />
          <StatusLine status={shownAppStatus(app)} sentence={appSentence(app)} isStacked />
        </Box>
      }
      aside={
        <Box component="span" sx={{ display: 'inline-grid', justifyItems: 'inherit', gap: 0.5 }}>
          {versionText(app)}
          <AppDownloads app={app} downloads={downloads} />
        </Box>
      }
    />
  );
}
