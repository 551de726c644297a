import { z } from 'zod';
import { type HoldNotice, holdSentence, ON_HOLD } from '../holds/hold.ts';
import { t } from '../languages/translate.ts';
import { type ActionRecord, defineDenialReason, type StatusRecord } from '../lifecycle.ts';
import {
  type DatedRelease,
  isForEveryone,
  RELEASE_STATUSES,
  type ReleaseStatus,
  releaseAudience,
} from './release-status.ts';
import { AWAITING_REVIEW, VERSION_STATUSES, type VersionStatus } from './version-status.ts';

interface AppStatusRecord extends StatusRecord {
  /** The availability of the app: first half of its sentence. */
  readonly availability: string;
  /** The reason why no version can be submitted or published; null where one can. */
  readonly publishingDenialReason: string | null;
  /** The reason why the app cannot be deleted whatever versions it has; null where it can. */
  readonly deletionDenialReason: string | null;
}

const keepsId = () =>
  t`This app was published, so its application ID stays reserved. Unpublish it, or ask for its removal.`;

/** Every status of an app. A status that is missing here does not exist. */
const STATUSES = {
  draft: {
    label: t`Draft`,
    icon: 'edit',
    tone: 'neutral',
    get phrase() {
      return t`isn’t published yet`;
    },
    availability: t`Not published yet`,
    publishingDenialReason: null,
    deletionDenialReason: null,
  },
  published: {
    label: t`Published`,
    icon: 'check',
    tone: 'success',
    get phrase() {
      return t`is published`;
    },
    availability: t`Available to download`,
    publishingDenialReason: null,
    get deletionDenialReason() {
      return keepsId();
    },
  },
  unpublished: {
    label: t`Unpublished`,
    icon: 'hidden',
    tone: 'neutral',
    get phrase() {
      return t`is unpublished`;
    },
    availability: t`Not available to download`,
    get publishingDenialReason() {
      return t`This app is unpublished. Publish it again first.`;
    },
    get deletionDenialReason() {
      return keepsId();
    },
  },
  removed: {
    label: t`Removed`,
    icon: 'block',
    tone: 'error',
    get phrase() {
      return t`was removed from the store`;
    },
    availability: t`Not available to download`,
    get publishingDenialReason() {
      return t`This app was removed from the store. Staff must restore it first.`;
    },
    get deletionDenialReason() {
      return t`This app was removed from the store. Its record stays, so it can’t be deleted.`;
    },
  },
} as const satisfies Record<string, AppStatusRecord>;

export type AppStatus = keyof typeof STATUSES;
export const APP_STATUSES: Readonly<Record<AppStatus, AppStatusRecord>> = STATUSES;
export const APP_STATUS_NAMES = Object.keys(STATUSES) as [AppStatus, ...AppStatus[]];
export const appStatusSchema = z.enum(APP_STATUS_NAMES);

interface AppActionRecord<Event extends string = string> extends ActionRecord<AppStatus, Event> {
  /** `before`: back to the status that it had before it was removed. */
  readonly to: AppStatus | 'before';
}

/** Every action that changes the status of an app. */
const ACTIONS = {
  /** With its first published version. */
  publish: {
    from: ['draft'],
    to: 'published',
    done: ['published'],
    who: ['system'],
    get participle() {
      return t`published`;
    },
    event: 'app.published',
    button: null,
  },
  unpublish: {
    from: ['published'],
    to: 'unpublished',
    done: ['unpublished'],
    who: ['publisher'],
    get participle() {
      return t`unpublished`;
    },
    event: 'app.unpublished',
    button: { label: t`Unpublish app`, icon: 'hidden', tone: 'error' },
  },
  republish: {
    from: ['unpublished'],
    to: 'published',
    done: ['published'],
    who: ['publisher'],
    get participle() {
      return t`published again`;
    },
    event: 'app.republished',
    button: { label: t`Publish app again`, icon: 'visible', tone: 'neutral' },
  },
  remove: {
    from: ['draft', 'published', 'unpublished'],
    to: 'removed',
    done: ['removed'],
    who: ['admin'],
    get participle() {
      return t`removed`;
    },
    event: 'app.removed',
    button: { label: t`Remove app`, icon: 'block', tone: 'error' },
  },
  /** On the date that its publisher asked for, or earlier by staff. */
  removeOnRequest: {
    from: ['draft', 'published', 'unpublished'],
    to: 'removed',
    done: ['removed'],
    who: ['system', 'admin'],
    participle: t`removed`,
    event: 'app.removed-on-request',
    button: null,
  },
  restore: {
    from: ['removed'],
    to: 'before',
    done: ['draft', 'published', 'unpublished'],
    who: ['admin'],
    get participle() {
      return t`restored`;
    },
    event: 'app.restored',
    button: { label: t`Restore app`, icon: 'restore', tone: 'neutral' },
  },
} as const satisfies Record<string, AppActionRecord>;

export type AppAction = keyof typeof ACTIONS;
export const APP_ACTIONS: Readonly<Record<AppAction, AppActionRecord<(typeof ACTIONS)[AppAction]['event']>>> =
  ACTIONS;

/** Returns the reason why an app's status cannot be changed so, as a sentence to show; null when it can. */
export const appDenialReason = defineDenialReason({
  subject: () => t`This app`,
  actions: APP_ACTIONS,
  statuses: APP_STATUSES,
});

/** Returns the reason why no version of an app can be submitted or published now, as a sentence; null when one can. */
export function publishingDenialReason(status: AppStatus): string | null {
  return APP_STATUSES[status].publishingDenialReason;
}

/** Returns the reason why an app with versions in these statuses cannot be deleted, as a sentence; null when it can. */
export function appDeletionDenialReason(
  status: AppStatus,
  versions: readonly VersionStatus[],
): string | null {
  const { deletionDenialReason } = APP_STATUSES[status];
  if (deletionDenialReason !== null) return deletionDenialReason;
  return versions.some((version) => AWAITING_REVIEW.includes(version) || version === 'approved')
    ? t`A version of this app is in review or approved. Withdraw or unpublish it first.`
    : null;
}

/** The parts of a release that the availability of its app depends on. */
type AppRelease = Pick<DatedRelease, 'track' | 'percentage'> & { readonly status: ReleaseStatus };

/** The parts of an app that its sentence depends on. */
interface AppWithVersion {
  readonly status: AppStatus;
  readonly hold: Pick<HoldNotice, 'subject'> | null;
  readonly latestVersion: {
    readonly status: VersionStatus;
    readonly versionName: string | null;
    readonly release: AppRelease | null;
    readonly hold: Pick<HoldNotice, 'subject'> | null;
  } | null;
  /** The published version that most devices get. */
  readonly liveVersion: { readonly release: AppRelease | null } | null;
}

/** Returns the status of an app that every page shows. */
export function shownAppStatus({ status, hold }: Pick<AppWithVersion, 'status' | 'hold'>): StatusRecord {
  return hold === null ? APP_STATUSES[status] : ON_HOLD;
}

/**
 * Returns the status of an app as one sentence: what people get now, then the status of its newest version. It does not
 * repeat the label of the status, beside which it is shown.
 */
export function appSentence({ status, hold, latestVersion, liveVersion }: AppWithVersion): string {
  if (hold !== null) return holdSentence(hold);
  const availability = availabilityOf(status, liveVersion);
  if (latestVersion === null) return t`${availability}; no versions uploaded.`;
  const { release, versionName } = latestVersion;
  const name = versionName === null ? t`the newest version` : t`version ${versionName}`;
  // A hold on the newest version alone. Nothing is known here of the ones before it.
  if (latestVersion.hold !== null) return `${capitalise(`${name} ${ON_HOLD.phrase}`)}.`;
  if (latestVersion.status !== 'published') {
    return `${availability}; ${name} ${VERSION_STATUSES[latestVersion.status].phrase}.`;
  }
  if (status !== 'published' || release === null || isForEveryone(release)) return `${availability}.`;
  if (liveVersion !== null && isGivenToEveryone(liveVersion)) {
    return `${capitalise(`${name} ${releasePhrase(release)}`)}.`;
  }
  return RELEASE_STATUSES[release.status].isAvailable
    ? `${availability}.`
    : `${availability}; ${name} ${RELEASE_STATUSES[release.status].phrase}.`;
}

/** Returns who can get an app now; the end of the sentence is left out. */
function availabilityOf(status: AppStatus, liveVersion: AppWithVersion['liveVersion']): string {
  if (status !== 'published') return APP_STATUSES[status].availability;
  if (liveVersion === null) return APP_STATUSES.unpublished.availability;
  if (isGivenToEveryone(liveVersion)) return APP_STATUSES.published.availability;
  const { release } = liveVersion;
  return release !== null && RELEASE_STATUSES[release.status].isAvailable
    ? t`Available to ${releaseAudience(release)}`
    : t`Not available to new installs`;
}

function isGivenToEveryone({ release }: { readonly release: AppRelease | null }): boolean {
  return release === null || isForEveryone(release);
}

function releasePhrase(release: AppRelease): string {
  const { isAvailable, phrase } = RELEASE_STATUSES[release.status];
  if (!isAvailable) return phrase;
  return release.status === 'rollingOut'
    ? t`is rolling out to ${releaseAudience(release)}`
    : t`is available to ${releaseAudience(release)}`;
}

function capitalise(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}
