import { describeDuration, secondsSince } from '../duration.ts';
import type { Release, ReleaseState } from './release.ts';

function publicationWords({ publication, publishAt }: Release, now: Date): string {
  if (publication === 'atOnce' || publishAt === null) {
    return publication === 'manual' ? 'when its publisher says so' : 'at once';
  }
  const seconds = (Date.parse(publishAt) - now.getTime()) / 1000;
  return seconds > 0 ? `in ${describeDuration(seconds)}` : 'at once';
}

const SENTENCES: Record<ReleaseState, (release: Release, now: Date) => string> = {
  inReview: (release, now) => `Once approved, it is published ${publicationWords(release, now)}.`,
  scheduled: (release, now) => `Approved; published ${publicationWords(release, now)}.`,
  waiting: () => 'Approved; nobody can get it until its publisher says so.',
  rollingOut: ({ percentage }) => `Offered to ${percentage}% of devices.`,
  halted: ({ percentage }) =>
    `Offered to nobody new; it had reached ${percentage}% of devices, and who has it keeps it.`,
  complete: ({ publishedAt }, now) =>
    publishedAt === null
      ? 'Offered to every device.'
      : `Offered to every device; published ${describeDuration(secondsSince(publishedAt, now))} ago.`,
  rolledBack: () => 'New installs get an earlier version; who has this one keeps it.',
  ended: () => 'Not public.',
};

/** Where a release stands, as one sentence beside its state's own word. */
export function releaseSentence(release: Release, now: Date): string {
  return SENTENCES[release.state](release, now);
}
