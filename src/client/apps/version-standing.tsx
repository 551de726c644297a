import { Stands } from '#client/ui/stands.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import type { Live } from '#shared/releases/live.ts';
import { releaseSentence } from '#shared/releases/sentence.ts';
import { versionSentence } from '#shared/versions/sentence.ts';
import type { Version } from '#shared/versions/version.ts';

interface VersionStandingProps {
  readonly version: Version;
  readonly live: Live;
}

/** Where a version stands; while only some devices are offered it, or nobody yet, its release says how it is. */
export function VersionStanding({ version, live }: VersionStandingProps) {
  const now = useMinute();
  const release = [live.rollout, live.beta, live.next].find((one) => one?.versionId === version.id);
  const isTold = version.status === 'published' || version.status === 'approved';
  return release && isTold ? (
    <Stands status={release.state} sentence={releaseSentence(release, now)} />
  ) : (
    <Stands status={version.status} sentence={versionSentence(version, now)} />
  );
}
