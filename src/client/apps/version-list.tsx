import { paths } from '#client/paths.ts';
import { formatBytes } from '#client/ui/bytes.ts';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { Time } from '#client/ui/time.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import type { Live } from '#shared/releases/live.ts';
import type { Version } from '#shared/versions/version.ts';
import { VersionStanding } from './version-standing.tsx';

export interface VersionListProps {
  readonly versions: readonly Version[];
  readonly selectedId: string;
  readonly live: Live;
}

/** The versions of an app, newest first; each opens on the same page. */
export function VersionList({ versions, selectedId, live }: VersionListProps) {
  return (
    <Rows label="Versions">
      {versions.map((version) => (
        <LinkRow
          key={version.id}
          href={paths.version(version.appId, version.id)}
          selected={version.id === selectedId}
          title={versionTitle(version)}
          subtitle={
            <>
              {formatBytes(version.size)} · <Time iso={version.createdAt} />
            </>
          }
          status={<VersionStanding version={version} live={live} />}
        />
      ))}
    </Rows>
  );
}
