import { z } from 'zod';
import { describeAgo, describeTimeUntil } from '../duration.ts';
import { formatPercentage, t } from '../languages/translate.ts';
import { type StatusRecord, statusesWhere } from '../lifecycle.ts';
import { VERSION_STATUSES, type VersionStatus } from './version-status.ts';

export const TRACKS = ['stable', 'beta'] as const;
export type Track = (typeof TRACKS)[number];

export const PUBLICATION_KINDS = ['immediate', 'scheduled', 'manual'] as const;
export type PublicationKind = (typeof PUBLICATION_KINDS)[number];

/** The parts of a release that the sentence of its status depends on. Times are ISO 8601. */
export interface DatedRelease {
  readonly track: Track;
  readonly publication: PublicationKind;
  readonly publishAt: string | null;
  readonly percentage: number;
  readonly publishedAt: string | null;
}

interface ReleaseStatusRecord extends StatusRecord {
  /** Adds to the label what it does not say. */
  readonly sentence: (release: DatedRelease, now: Date) => string;
  /** New installs get the version. */
  readonly isAvailable?: true;
  /** The version is approved, and not published yet. */
  readonly isNext?: true;
  /** Some devices have the version, and others do not get it (yet). */
  readonly isPartial?: true;
  /** It can be resumed. */
  readonly isStopped?: true;
  /** It may be published without its publisher. */
  readonly isInProgress?: true;
}

const AUDIENCES: Readonly<Record<Track, string>> = { stable: t`devices`, beta: t`beta testers` };

/** Returns those who get a release, such as “20% of devices”. */
export function releaseAudience({ track, percentage }: Pick<DatedRelease, 'track' | 'percentage'>): string {
  return percentage === 100
    ? t`all ${AUDIENCES[track]}`
    : t`${formatPercentage(percentage)} of ${AUDIENCES[track]}`;
}

/** Every status of a release. It is derived from the release's version and settings, never stored. */
const STATUSES = {
  inReview: {
    label: t`Not approved yet`,
    icon: 'review',
    tone: 'info',
    phrase: t`isn’t approved yet`,
    sentence: (release, now) => t`Once approved, it’s published ${publicationText(release, now)}.`,
    isInProgress: true,
  },
  scheduled: {
    label: t`Scheduled`,
    icon: 'calendar',
    tone: 'info',
    phrase: t`is scheduled`,
    sentence: (release, now) => t`Approved; it’s published ${publicationText(release, now)}.`,
    isNext: true,
    isInProgress: true,
  },
  /** For its publisher, or for its app to be published again. */
  waiting: {
    label: t`Ready to publish`,
    icon: 'thumbUp',
    tone: 'warning',
    phrase: t`is waiting to be published`,
    sentence: () => t`Approved; the publisher releases it manually.`,
    isNext: true,
  },
  rollingOut: {
    label: t`Rolling out`,
    icon: 'progress',
    tone: 'info',
    phrase: t`is rolling out`,
    sentence: ({ percentage, track }) => t`Available to ${percentage}% of ${AUDIENCES[track]}.`,
    isAvailable: true,
    isPartial: true,
  },
  halted: {
    label: t`Halted`,
    icon: 'pause',
    tone: 'warning',
    phrase: t`is halted`,
    sentence: ({ percentage, track }) =>
      t`Stopped at ${percentage}% of ${AUDIENCES[track]}. Those that have it keep it.`,
    isPartial: true,
    isStopped: true,
  },
  complete: {
    label: t`Live`,
    icon: 'check',
    tone: 'success',
    phrase: t`is available to all devices`,
    sentence: ({ publishedAt, track }, now) =>
      publishedAt === null
        ? t`Available to all ${AUDIENCES[track]}.`
        : t`Available to all ${AUDIENCES[track]}; published ${describeAgo(publishedAt, now)}.`,
    isAvailable: true,
  },
  rolledBack: {
    label: t`Rolled back`,
    icon: 'undo',
    tone: 'neutral',
    phrase: t`was rolled back`,
    sentence: () => t`New installs get an earlier version. Devices that have this one keep it.`,
    isStopped: true,
  },
  /** Its version was rejected, withdrawn, unpublished or removed. */
  ended: {
    label: t`Not live`,
    icon: 'hidden',
    tone: 'neutral',
    phrase: t`isn’t live`,
    sentence: () => t`Not available to download.`,
  },
} as const satisfies Record<string, ReleaseStatusRecord>;

export type ReleaseStatus = keyof typeof STATUSES;
export const RELEASE_STATUSES: Readonly<Record<ReleaseStatus, ReleaseStatusRecord>> = STATUSES;
export const RELEASE_STATUS_NAMES = Object.keys(STATUSES) as [ReleaseStatus, ...ReleaseStatus[]];
export const releaseStatusSchema = z.enum(RELEASE_STATUS_NAMES);

/** The statuses of releases that a rollback to an earlier version ends. */
export const ROLLED_BACK_FROM = statusesWhere(
  RELEASE_STATUSES,
  ({ isAvailable, isPartial }) => isAvailable ?? isPartial,
);

/** The facts that the status of a release is derived from. */
export interface ReleaseFacts {
  readonly status: VersionStatus;
  readonly publication: PublicationKind;
  readonly percentage: number;
  readonly isHalted: boolean;
  readonly isRolledBack: boolean;
}

/** Returns the status of a release, from its version's and its own settings. */
export function releaseStatus(facts: ReleaseFacts): ReleaseStatus {
  const { status, publication, percentage, isHalted, isRolledBack } = facts;
  if (VERSION_STATUSES[status].isAwaitingReview) return 'inReview';
  if (status === 'approved') return publication === 'scheduled' ? 'scheduled' : 'waiting';
  if (status !== 'published') return 'ended';
  if (isRolledBack) return 'rolledBack';
  if (isHalted) return 'halted';
  return percentage < 100 ? 'rollingOut' : 'complete';
}

/** Returns true for a release that every device gets; its version's own status says all of it. */
export function isForEveryone({
  status,
  track,
}: Pick<DatedRelease, 'track'> & { readonly status: ReleaseStatus }): boolean {
  return status === 'complete' && track === 'stable';
}

/** Returns the record of a release's status. Its label tells how far a rollout is. */
export function releaseRecord({
  status,
  percentage,
}: Pick<DatedRelease, 'percentage'> & { readonly status: ReleaseStatus }): ReleaseStatusRecord {
  const record = RELEASE_STATUSES[status];
  return status === 'rollingOut'
    ? { ...record, label: `${record.label} ${formatPercentage(percentage)}` }
    : record;
}

/** Returns the status of a release as a sentence, beside the label of the status. */
export function releaseSentence(
  release: DatedRelease & { readonly status: ReleaseStatus },
  now: Date,
): string {
  return RELEASE_STATUSES[release.status].sentence(release, now);
}

function publicationText({ publication, publishAt }: DatedRelease, now: Date): string {
  if (publication === 'immediate' || publishAt === null) {
    return publication === 'manual' ? t`manually` : t`immediately`;
  }
  const seconds = (Date.parse(publishAt) - now.getTime()) / 1000;
  return seconds > 0 ? describeTimeUntil(seconds) : t`immediately`;
}
