import type { LoadedApp } from '#client/components/app/loaded-app.ts';
import { t } from '#shared/languages/translate.ts';
import { roleDenialReason } from '#shared/members/member.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import type { Version } from '#shared/versions/version.ts';

/** The facts about the app that the next step depends on, besides its newest version. */
export interface StepFacts extends Pick<LoadedApp, 'live' | 'role'> {
  readonly app: Pick<LoadedApp['app'], 'status'>;
}

/** Returns the publisher's next step as a sentence; `newest` is the app's newest version. */
export function nextStep(
  { app, live, role }: StepFacts,
  newest: Pick<Version, 'id' | 'status' | 'hold'>,
): string {
  if (roleDenialReason(role, 'maintainer') !== null) return t`You have view-only access.`;
  if (app.status === 'removed')
    return t`Read why staff removed the app, then reply in the review conversation.`;
  if (newest.hold !== null)
    return t`Read why it’s on hold, and contact the store’s staff if you think this is a mistake.`;
  if (app.status === 'unpublished') return t`Publish the app again in its settings when you’re ready.`;
  if (live.rollout?.versionId === newest.id) {
    return live.rollout.status === 'halted'
      ? t`The rollout is halted. Resume it on the Releases page, or upload a corrected version.`
      : t`Monitor it, then increase the rollout from ${live.rollout.percentage}% on the Releases page.`;
  }
  return VERSION_STATUSES[newest.status].nextStep;
}
