import type { App } from './app.ts';

const NEWEST: Record<string, string> = {
  uploading: 'its upload is not finished',
  analysing: 'it is being inspected',
  invalid: 'it did not pass inspection',
  draft: 'it is ready to be submitted',
  submitted: 'it waits for review',
  in_review: 'a reviewer is looking at it',
  approved: 'it is approved and being published',
  rejected: 'it was rejected',
  withdrawn: 'it was withdrawn',
  unpublished: 'it was unpublished',
  removed: 'the store removed it',
};

const STATES: Record<App['status'], string> = {
  draft: 'Not published yet',
  published: 'Published',
  unpublished: 'Unpublished',
  removed: 'Removed by the store',
};

/** Where an app stands, as one sentence: what people get now, then what its newest version is waiting for. */
export function appSentence(app: Pick<App, 'status' | 'latestVersion'>): string {
  const newest = app.latestVersion;
  if (newest === null) return `${STATES[app.status]}; it has no version.`;
  const news = NEWEST[newest.status];
  if (news === undefined) return `${STATES[app.status]}.`;
  const name = newest.versionName === null ? 'the newest version' : `version ${newest.versionName}`;
  return `${STATES[app.status]}; ${name}: ${news}.`;
}
