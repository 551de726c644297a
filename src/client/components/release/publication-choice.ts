import type { CallInput } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import type { Release } from '#shared/releases/release.ts';
import type { PublicationKind, Track } from '#shared/statuses/release-status.ts';

/** The values of the publication fields. */
export interface PublicationChoice {
  readonly kind: PublicationKind;
  /**
   * A local date and time in the format of `datetime-local`, such as `2026-02-01T09:00`; empty when none is chosen.
   */
  readonly at: string;
  readonly track: Track;
  /** As typed. */
  readonly percentage: string;
}

/** Immediately, for all devices. */
export const IMMEDIATE: PublicationChoice = { kind: 'immediate', at: '', track: 'stable', percentage: '100' };

/** Returns the choice that led to a release, for fields that change it. */
export function choiceOf({
  publication,
  publishAt,
  track,
  percentage,
}: Pick<Release, 'publication' | 'publishAt' | 'track' | 'percentage'>): PublicationChoice {
  return {
    kind: publication,
    at: publishAt === null ? '' : localTime(new Date(publishAt)),
    track,
    percentage: String(percentage),
  };
}

/** Returns a time in the format of `datetime-local`, in this device's time zone. */
function localTime(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
}

/** The problems of a choice, by field. */
export interface ChoiceProblems {
  readonly at?: string;
  readonly percentage?: string;
}

type Submission = Pick<CallInput<'versions.submit'>, 'publication' | 'track' | 'percentage'>;

/** Returns the input of `versions.submit` for a choice, or the problems of the choice. */
export function readChoice(
  { kind, at, track, percentage }: PublicationChoice,
  now: Date,
): { readonly submission: Submission } | { readonly problems: ChoiceProblems } {
  const share = Number(percentage);
  const isShare = Number.isInteger(share) && share >= 1 && share <= 100;
  const moment = new Date(at);
  const wrongDate = kind === 'scheduled' ? dateDenialReason(moment, now) : null;
  if (!isShare || wrongDate !== null) {
    return {
      problems: {
        ...(wrongDate !== null && { at: wrongDate }),
        ...(!isShare && { percentage: t`Use a whole number from 1 to 100.` }),
      },
    };
  }
  const publication = kind === 'scheduled' ? ({ kind, at: moment.toISOString() } as const) : { kind };
  return { submission: { publication, track, percentage: share } };
}

/** Returns the reason why a version can't be published at this time; null when it can. */
function dateDenialReason(moment: Date, now: Date): string | null {
  if (Number.isNaN(moment.getTime())) return t`Choose a date and time.`;
  return moment <= now ? t`This date has passed. Choose a later one, or publish immediately.` : null;
}
