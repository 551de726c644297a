import { paths } from '#client/paths.ts';
import { formatBytes } from '#client/ui/bytes.ts';
import { LinkRow, Rows } from '#client/ui/link-rows.tsx';
import { Stands } from '#client/ui/stands.tsx';
import { Time } from '#client/ui/time.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import { versionTitle } from '#client/ui/version-title.ts';
import { versionSentence } from '#shared/versions/sentence.ts';
import type { Version } from '#shared/versions/version.ts';

export interface VersionListProps {
  readonly versions: readonly Version[];
  readonly selectedId: string;
}

/** The versions of an app, newest first; each opens on the same page. */
export function VersionList({ versions, selectedId }: VersionListProps) {
  const now = useMinute();
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
          status={<Stands status={version.status} sentence={versionSentence(version, now)} />}
        />
      ))}
    </Rows>
  );
}
