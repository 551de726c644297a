import { memo } from 'react';
import type { LoadedApp } from '#client/components/app/loaded-app.ts';
import { useVersionPages } from '#client/components/version/use-version-pages.ts';
import { VersionStatusLine } from '#client/components/version/version-status.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { formatBytes } from '#client/ui/bytes.ts';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { NewRows } from '#client/ui/new-rows.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { VersionSummary } from '#shared/versions/version.ts';

export interface VersionListProps {
  readonly loaded: LoadedApp;
  readonly selectedId: string;
}

/** Lists the versions of an app, newest first; each opens on the same page. */
export function VersionList({ loaded, selectedId }: VersionListProps) {
  const { versions, pages } = useVersionPages(loaded);
  return (
    <>
      <NewRows keys={versions.map(({ id }) => id)} />
      <Rows label={t`Versions`}>
        {versions.map((version) => (
          <ListedVersion key={version.id} version={version} isSelected={version.id === selectedId} />
        ))}
      </Rows>
      <LoadMore pages={pages} />
    </>
  );
}

interface ListedVersionProps {
  readonly version: VersionSummary;
  readonly isSelected: boolean;
}

/** Shows one version. Long lists render only those that changed. */
const ListedVersion = memo(function ListedVersion({ version, isSelected }: ListedVersionProps) {
  return (
    <LinkRow
      href={paths.version(version.appId, version.id)}
      selected={isSelected}
      title={versionTitle(version)}
      subtitle={
        <>
          {formatBytes(version.size)} · <Time iso={version.createdAt} />
          {version.vulnerability !== null && <> · {t`Known vulnerability`}</>}
        </>
      }
      status={<VersionStatusLine version={version} />}
    />
  );
});
