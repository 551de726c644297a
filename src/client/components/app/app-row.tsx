import { useBackend } from '#client/backend/backend-context.ts';
import { StatusLine } from '#client/components/status/status-line.tsx';
import { LinkRow } from '#client/ui/link-rows.tsx';
import type { App } from '#shared/apps/app.ts';
import { APP_STATUSES, appSentence } from '#shared/apps/status.ts';
import { AppIcon } from './app-icon.tsx';

export interface AppRowProps {
  readonly app: App;
  readonly href: string;
  /** Shows the app's publisher. */
  readonly showOwner?: boolean;
}

function versionText({ latestVersion }: App): string {
  if (latestVersion === null) return 'No version yet';
  const { versionName, versionCode } = latestVersion;
  return versionName === null ? 'No version details yet' : `${versionName} (${versionCode ?? '–'})`;
}

/** Shows one app in a list: icon, name, application id, status and newest version. */
export function AppRow({ app, href, showOwner = false }: AppRowProps) {
  const { storage } = useBackend();
  return (
    <LinkRow
      href={href}
      picture={<AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} />}
      title={app.name}
      subtitle={
        showOwner ? `${app.applicationId} · ${app.ownerName ?? 'no publisher name'}` : app.applicationId
      }
      status={<StatusLine status={APP_STATUSES[app.status]} sentence={appSentence(app)} />}
      aside={versionText(app)}
    />
  );
}
