import { type HoldNotice, holdSentence, ON_HOLD } from '../holds/hold.ts';
import type { StatusRecord } from '../lifecycle.ts';
import type { Release, ReleaseState } from '../releases/release.ts';
import { isForEveryone, releaseRecord, releaseSentence } from '../statuses/release-status.ts';
import { type DatedVersion, VERSION_STATUSES, type VersionStatus } from '../statuses/version-status.ts';

/** The parts of a version that its shown status depends on. */
interface ShownVersion {
  readonly status: VersionStatus;
  readonly release: ReleaseState | null;
  /** Null unless the version is live; left out where only its newest version is known of an app. */
  readonly downloadPath?: string | null;
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

/**
 * Returns the statuses of a version where it stands for its app: its own, and the hold on the app where its own does not
 * tell of it.
 */
export function shownStatuses(
  app: { readonly hold: Pick<HoldNotice, 'subject'> | null },
  version: ShownVersion,
): StatusRecord[] {
  const status = shownStatus(version);
  return app.hold === null || status === ON_HOLD ? [status] : [status, ON_HOLD];
}

interface HeldApp {
  readonly app: { readonly hold: HoldNotice | null };
  /** Its newest versions. */
  readonly versions: readonly { readonly id: string; readonly hold: HoldNotice | null }[];
}

/** Returns the hold that stops a release; null without one. */
export function holdOfRelease({ app, versions }: HeldApp, release: Pick<Release, 'versionId'>) {
  return versions.find(({ id }) => id === release.versionId)?.hold ?? app.hold;
}

/** Returns the status of a release that every page shows: a hold on its version, app or publisher stops it. */
export function shownReleaseStatus(release: Release, hold: HoldNotice | null): StatusRecord {
  return hold === null ? releaseRecord(release) : ON_HOLD;
}

/** Returns a sentence for the status of a release, which adds what its label does not say. */
export function shownReleaseSentence(release: Release, hold: HoldNotice | null, now: Date): string {
  return hold === null ? releaseSentence(release, now) : holdSentence(hold);
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
