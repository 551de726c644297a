import type { Approval } from '#shared/audit/approval.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import type { ActorIdentity } from './actor.ts';

interface ApprovedVersion {
  readonly version: VersionRow;
  readonly app: AppRow;
  readonly by: ActorIdentity;
  /** Null where a reviewer decided. */
  readonly policy: string | null;
}

/** Returns the facts of an approval for its receipt. They name the reviewer's role, never the reviewer. */
export function describeApproval({ version, app, by, policy }: ApprovedVersion): Approval {
  const { package: read, sha256 } = version;
  const number = read?.platform === 'ios' ? read.buildVersion : version.versionCode;
  const isReviewed = by.actor === 'admin';
  return {
    platform: app.platform,
    applicationId: app.applicationId,
    versionName: read?.versionName ?? '',
    versionNumber: String(number ?? ''),
    sha256: sha256 ?? '',
    approvedBy: isReviewed ? 'reviewer' : by.actor === 'operator' ? 'operator' : 'policy',
    reviewerRole: isReviewed ? 'admin' : null,
    policy,
  };
}
