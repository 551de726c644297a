import { holdSentence, ON_HOLD } from '../holds/hold.ts';
import type { HoldNotice } from '../holds/schemas.ts';
import type { StatusRecord } from '../lifecycle.ts';
import type { ReleaseState } from '../releases/release.ts';
import { isForEveryone, releaseRecord, releaseSentence } from '../releases/status.ts';
import { type DatedVersion, VERSION_STATUSES, type VersionStatus } from './status.ts';

/** The parts of a version that its shown status depends on. */
interface ShownVersion {
  readonly status: VersionStatus;
  readonly release: ReleaseState | null;
  /** Null unless the version is live. */
  readonly downloadPath: string | null;
  readonly hold: Pick<HoldNotice, 'subject'> | null;
}

/** Returns the status of a version that every page shows: that of its release while not everyone gets it. */
export function shownStatus(version: ShownVersion): StatusRecord {
  if (isShownHeld(version)) return ON_HOLD;
  const release = tellingRelease(version);
  return release === null ? VERSION_STATUSES[version.status] : releaseRecord(release);
}

/** Returns a sentence for the status of a version, which adds what its label does not say. */
export function shownSentence(version: ShownVersion & DatedVersion, now: Date): string {
  if (isShownHeld(version)) return holdSentence(version.hold);
  const release = tellingRelease(version);
  if (release === null) return VERSION_STATUSES[version.status].sentence(version, now);
  return releaseSentence({ ...release, publishedAt: version.publishedAt }, now);
}

/** Returns true where a hold tells more than the status: a draft of a held app is a draft all the same. */
function isShownHeld<Version extends Pick<ShownVersion, 'status' | 'hold'>>(
  version: Version,
): version is Version & { readonly hold: Pick<HoldNotice, 'subject'> } {
  const { status, hold } = version;
  return hold !== null && (hold.subject === 'version' || status === 'published');
}

/** Returns the release that tells more than its version; null where the version's own status says it all. */
function tellingRelease({ status, release, downloadPath }: ShownVersion): ReleaseState | null {
  if (release === null) return null;
  if (status === 'approved') return release;
  if (status !== 'published') return null;
  if (downloadPath === null) return { ...release, status: 'ended' };
  return isForEveryone(release) ? null : release;
}
