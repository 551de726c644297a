import type { CallInput } from '#shared/calls.ts';
import { type PublicationKind, percentageSchema, type Track } from '#shared/releases/release.ts';

/** How a version is to be given out, as its fields hold it. */
export interface PublicationChoice {
  readonly kind: PublicationKind;
  /** A local date and time as `datetime-local` has it, such as `2026-02-01T09:00`; empty before one is chosen. */
  readonly at: string;
  readonly track: Track;
  /** As typed. */
  readonly percentage: string;
}

/** At once, to everybody. */
export const AT_ONCE: PublicationChoice = { kind: 'atOnce', at: '', track: 'stable', percentage: '100' };

/** What is wrong with a choice, by field. */
export interface ChoiceProblems {
  readonly at?: string;
  readonly percentage?: string;
}

type Submission = Pick<CallInput<'versions.submit'>, 'publication' | 'track' | 'percentage'>;

/** What `versions.submit` takes of a choice, or what is wrong with it. */
export function readChoice(
  { kind, at, track, percentage }: PublicationChoice,
  now: Date,
): { readonly submission: Submission } | { readonly problems: ChoiceProblems } {
  const share = percentageSchema.safeParse(percentage.trim() === '' ? Number.NaN : Number(percentage));
  const moment = new Date(at);
  const wrongDate = kind === 'atDate' ? whyNotDate(moment, now) : null;
  if (!share.success || wrongDate !== null) {
    return {
      problems: {
        ...(wrongDate !== null && { at: wrongDate }),
        ...(!share.success && { percentage: 'Use a whole number from 1 to 100.' }),
      },
    };
  }
  const publication = kind === 'atDate' ? ({ kind, at: moment.toISOString() } as const) : { kind };
  return { submission: { publication, track, percentage: share.data } };
}

/** Why nothing can be published at this moment, as a sentence; null when it can. */
function whyNotDate(moment: Date, now: Date): string | null {
  if (Number.isNaN(moment.getTime())) return 'Choose a date and a time.';
  return moment <= now ? 'This date has passed. Choose a later one, or publish at once.' : null;
}
