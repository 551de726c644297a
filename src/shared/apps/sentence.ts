import type { App } from './app.ts';

const NEWEST: Record<string, string> = {
  uploading: 'is not uploaded completely',
  analysing: 'is being inspected',
  invalid: 'did not pass inspection',
  draft: 'is ready to be submitted',
  submitted: 'waits for review',
  in_review: 'is in review',
  approved: 'is approved and not published yet',
  rejected: 'was rejected',
  withdrawn: 'was withdrawn',
  unpublished: 'was unpublished',
  removed: 'was removed by the store',
};

const STATES: Record<App['status'], string> = {
  draft: 'Not published yet',
  published: 'People can download it',
  unpublished: 'Nobody can download it',
  removed: 'Taken out by the store',
};

/**
 * Where an app stands, as one sentence: what people get now, then what its newest version is waiting for.
 * It does not repeat the status's own word, beside which it stands.
 */
export function appSentence(app: Pick<App, 'status' | 'latestVersion'>): string {
  const newest = app.latestVersion;
  if (newest === null) return `${STATES[app.status]}; it has no version.`;
  const news = NEWEST[newest.status];
  if (news === undefined) return `${STATES[app.status]}.`;
  const name = newest.versionName === null ? 'the newest version' : `version ${newest.versionName}`;
  return `${STATES[app.status]}; ${name} ${news}.`;
}
