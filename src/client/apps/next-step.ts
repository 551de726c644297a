import { whyNotRole } from '#shared/members/member.ts';
import type { Version, VersionStatus } from '#shared/versions/version.ts';
import type { LoadedApp } from './loaded-app.ts';

const STEPS: Record<VersionStatus, string> = {
  uploading: 'Finish the upload: choose the same file again, and it goes on where it stopped.',
  analysing: 'Nothing: the store reads the package, which takes some seconds.',
  invalid: 'Fix what inspection found, build the package again and upload it.',
  draft: 'Submit this version for review. You choose when it is published.',
  submitted: 'Nothing: a reviewer decides next, and you are told.',
  in_review: 'Nothing: a reviewer is looking at it, and you are told what they decide.',
  approved: 'It is approved. Publish it on the Releases page, or wait for its date.',
  published: 'Nothing. Upload the next version when it is ready.',
  rejected: 'Read the reason, fix it and upload the corrected package: it keeps its place for 30 days.',
  withdrawn: 'Submit it again as it is, with the place that it had, or upload another package.',
  unpublished: 'Publish it again, or upload the next version.',
  removed: 'Read why the store removed it, and upload a corrected version.',
};

/** What the next step depends on beside the newest version. */
export interface StepFacts extends Pick<LoadedApp, 'live' | 'role'> {
  readonly app: Pick<LoadedApp['app'], 'status'>;
}

/** What the publisher of an app does next, as a sentence; `newest` is its newest version. */
export function nextStep({ app, live, role }: StepFacts, newest: Pick<Version, 'id' | 'status'>): string {
  if (whyNotRole(role, 'maintainer') !== null) return 'Nothing: you read along.';
  if (app.status === 'removed') return 'Read why the store removed the app, and answer its people.';
  if (app.status === 'unpublished') return 'Publish the app again in its settings when you want to.';
  if (live.rollout?.versionId === newest.id) {
    return live.rollout.state === 'halted'
      ? 'The rollout is halted. Resume it on the Releases page, or upload a corrected version.'
      : `Watch how it does, then raise its share of ${live.rollout.percentage}% on the Releases page.`;
  }
  return STEPS[newest.status];
}
