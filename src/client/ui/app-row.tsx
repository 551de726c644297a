import type { App } from '#shared/apps/app.ts';
import { appSentence } from '#shared/apps/sentence.ts';
import { AppIcon } from './app-icon.tsx';
import { LinkRow } from './link-rows.tsx';
import { Stands } from './stands.tsx';

export interface AppRowProps {
  readonly app: App;
  readonly href: string;
  /** Address of the icon; null when it has none. */
  readonly iconUrl: string | null;
  /** Shows whose app it is. */
  readonly showOwner?: boolean;
}

function versionText({ latestVersion }: App): string {
  if (latestVersion === null) return 'No version yet';
  const { versionName, versionCode } = latestVersion;
  return versionName === null ? 'Not read yet' : `${versionName} (${versionCode ?? '–'})`;
}

/** One app in a list: icon, name, application id, where it stands, its newest version. */
export function AppRow({ app, href, iconUrl, showOwner = false }: AppRowProps) {
  return (
    <LinkRow
      href={href}
      picture={<AppIcon src={iconUrl} platform={app.platform} />}
      title={app.name}
      subtitle={
        showOwner ? `${app.applicationId} · ${app.ownerName ?? 'no publisher name'}` : app.applicationId
      }
      status={<Stands status={app.status} sentence={appSentence(app)} />}
      aside={versionText(app)}
    />
  );
}
