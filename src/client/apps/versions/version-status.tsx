import { StatusLine } from '#client/components/status/status-line.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import type { Live } from '#shared/releases/live.ts';
import { RELEASE_STATUSES, releaseSentence } from '#shared/releases/status.ts';
import { VERSION_STATUSES, versionSentence } from '#shared/versions/status.ts';
import type { VersionSummary } from '#shared/versions/version.ts';

interface VersionStatusLineProps {
  readonly version: VersionSummary;
  readonly live: Live;
}

/** Shows the status of a version, or that of its release while only some or no devices get it. */
export function VersionStatusLine({ version, live }: VersionStatusLineProps) {
  const now = useMinute();
  const release = [live.rollout, live.beta, live.next].find((one) => one?.versionId === version.id);
  const isTold = version.status === 'published' || version.status === 'approved';
  return release && isTold ? (
    <StatusLine status={RELEASE_STATUSES[release.status]} sentence={releaseSentence(release, now)} />
  ) : (
    <StatusLine status={VERSION_STATUSES[version.status]} sentence={versionSentence(version, now)} />
  );
}
