import { describeDuration, secondsSince } from '../duration.ts';
import type { Version, VersionStatus } from './version.ts';

function ago(iso: string | null, now: Date): string {
  return iso === null ? '' : ` ${describeDuration(secondsSince(iso, now))} ago`;
}

function waiting(iso: string | null, now: Date): string {
  return iso === null ? '' : ` for ${describeDuration(secondsSince(iso, now))}`;
}

type Dated = Pick<Version, 'status' | 'findings' | 'createdAt' | 'submittedAt' | 'decidedAt' | 'publishedAt'>;

const SENTENCES: Record<VersionStatus, (version: Dated, now: Date) => string> = {
  uploading: (version, now) => `The upload, begun${ago(version.createdAt, now)}, is not finished.`,
  analysing: () => 'The package is being inspected.',
  invalid: ({ findings }) => {
    const errors = findings.filter((finding) => finding.severity === 'error').length;
    return errors === 1
      ? 'Did not pass inspection: one problem to fix.'
      : `Did not pass inspection: ${errors} problems to fix.`;
  },
  draft: () => 'Passed inspection; not submitted for review yet.',
  submitted: (version, now) => `Waiting for review${waiting(version.submittedAt, now)}.`,
  in_review: (version, now) => `A reviewer is looking at it; submitted${ago(version.submittedAt, now)}.`,
  approved: (version, now) => `Approved${ago(version.decidedAt, now)}; the store is publishing it.`,
  published: (version, now) => `Published${ago(version.publishedAt, now)}; people can download it.`,
  rejected: (version, now) => `Rejected${ago(version.decidedAt, now)}; the reviewer says why.`,
  withdrawn: () => 'Withdrawn by its publisher before a decision.',
  unpublished: () => 'Unpublished by its publisher; nobody can download it.',
  removed: () => 'Removed by the store; nobody can download it.',
};

/** Where a version stands, as one sentence: the same words on every page, in mails and in the command. */
export function versionSentence(version: Dated, now: Date): string {
  return SENTENCES[version.status](version, now);
}
