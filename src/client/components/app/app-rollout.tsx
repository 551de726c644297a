import { RolloutRing } from '#client/components/release/rollout-ring.tsx';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import { RELEASE_STATUSES } from '#shared/statuses/release-status.ts';

/** Shows how far the version that its sentence tells of has rolled out; nothing once it is for everyone. */
export function AppRollout({ app: { name, hold, latestVersion, liveVersion } }: { app: App }) {
  if (hold !== null || latestVersion === null || latestVersion.hold !== null) return null;
  const shown = latestVersion.status === 'published' ? latestVersion : liveVersion;
  const release = shown?.release ?? null;
  if (release === null || !RELEASE_STATUSES[release.status].isPartial) return null;
  return (
    <RolloutRing
      percentage={release.percentage}
      isHalted={release.status === 'halted'}
      label={t`Rollout of ${shown?.versionName ?? name}`}
    />
  );
}
