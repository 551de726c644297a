import { describeDuration, secondsSince } from '../duration.ts';
import type { Version, VersionStatus } from './version.ts';

function ago(iso: string | null, now: Date): string {
  return iso === null ? '' : ` ${describeDuration(secondsSince(iso, now))} ago`;
}

type Dated = Pick<Version, 'status' | 'findings' | 'createdAt' | 'submittedAt' | 'decidedAt' | 'publishedAt'>;

/** They say more than the status's own word, beside which they stand. */
const SENTENCES: Record<VersionStatus, (version: Dated, now: Date) => string> = {
  uploading: (version, now) => `The upload, begun${ago(version.createdAt, now)}, is not finished.`,
  analysing: () => 'The store reads the package and verifies its signature.',
  invalid: ({ findings }) => {
    const errors = findings.filter((finding) => finding.severity === 'error').length;
    return errors === 1
      ? 'Inspection found one problem to fix.'
      : `Inspection found ${errors} problems to fix.`;
  },
  draft: () => 'Passed inspection; not submitted for review yet.',
  submitted: (version, now) => `Submitted${ago(version.submittedAt, now)}; a reviewer decides next.`,
  in_review: (version, now) => `A reviewer is looking at it; submitted${ago(version.submittedAt, now)}.`,
  approved: () => 'Nobody can get it yet: its release says when.',
  published: (version, now) => `Anybody can download it; published${ago(version.publishedAt, now)}.`,
  rejected: (version, now) => `Decided${ago(version.decidedAt, now)}; the reviewer says why.`,
  withdrawn: () => 'Its publisher took it back before a decision.',
  unpublished: () => 'Its publisher took it out of the store; nobody can download it.',
  removed: () => 'The store took it out; nobody can download it.',
};

/** Where a version stands, as one sentence: the same words on every page, in mails and in the command. */
export function versionSentence(version: Dated, now: Date): string {
  return SENTENCES[version.status](version, now);
}
