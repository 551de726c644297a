import { RolloutRing } from '#client/components/release/rollout-ring.tsx';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import { RELEASE_STATUSES } from '#shared/statuses/release-status.ts';

/** Shows how far the newest version of an app has rolled out; nothing once it is for everyone. */
export function AppRollout({ app: { name, latestVersion } }: { app: App }) {
  const release = latestVersion?.release ?? null;
  if (latestVersion?.status !== 'published' || latestVersion.hold !== null || release === null) return null;
  if (!RELEASE_STATUSES[release.status].isPartial) return null;
  return (
    <RolloutRing
      percentage={release.percentage}
      isHalted={release.status === 'halted'}
      label={t`Rollout of ${latestVersion.versionName ?? name}`}
    />
  );
}
