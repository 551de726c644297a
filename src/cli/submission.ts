import type { CallInput } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import { type TestCredentials, testCredentialsSchema } from '#shared/versions/submission.ts';
import type { Version } from '#shared/versions/version.ts';
import { type Options, readFileOption, type Values, type Variables, wholeNumber } from './command.ts';
import {
  applyListing,
  describeConverted,
  describePublished,
  describeSkipped,
  type ListingPlan,
} from './listing-push.ts';
import type { Store } from './store.ts';
import { UsageError } from './usage-error.ts';

/** The options that say how an approved version is released. */
export const RELEASE_OPTIONS = {
  track: { type: 'string', value: 'TRACK', help: 'stable or beta; by default stable' },
  rollout: { type: 'string', value: 'PERCENT', help: 'release to so many percent of devices first' },
  'publish-listing': {
    type: 'boolean',
    help: 'also publish the changes of the listing that are only drafts',
  },
  manual: { type: 'boolean', help: 'publish it yourself after the approval, with quayside release publish' },
} as const satisfies Options;

export type ReleaseChoice = Pick<CallInput<'versions.submit'>, 'publication' | 'track' | 'percentage'>;

/** Returns the choices of the options. Throws `UsageError`. */
export function readReleaseChoice(values: Values<typeof RELEASE_OPTIONS>): ReleaseChoice {
  const { track } = values;
  return {
    publication: { kind: values.manual ? 'manual' : 'immediate' },
    track: track === undefined ? 'stable' : readTrack(track),
    percentage: wholeNumber(values.rollout, { option: 'rollout', min: 1, max: 100 }) ?? 100,
  };
}

function readTrack(text: string): 'stable' | 'beta' {
  if (text === 'stable' || text === 'beta') return text;
  throw new UsageError(`--track takes stable or beta, not "${text}".`);
}

/** The options with what only reviewers read. Secrets come from a file or the environment: others can see arguments. */
export const REVIEWER_OPTIONS = {
  'reviewer-notes': { type: 'string', value: 'FILE', help: 'notes that only reviewers read' },
  'test-credentials': {
    type: 'string',
    value: 'FILE',
    help: 'JSON with userName, password and instructions for reviewers; otherwise QUAYSIDE_TEST_USERNAME and QUAYSIDE_TEST_PASSWORD, if they are set',
  },
} as const satisfies Options;

type ReviewerInput = Pick<CallInput<'versions.submit'>, 'reviewerNotes' | 'testCredentials'>;

/** Returns what the options and the environment give for the reviewer. Throws `UsageError`, which never repeats a secret. */
export async function readReviewerInput(
  values: Values<typeof REVIEWER_OPTIONS>,
  variables: Variables,
): Promise<ReviewerInput> {
  const { 'reviewer-notes': notes, 'test-credentials': file } = values;
  const given = file === undefined ? credentialsOf(variables) : await readCredentials(file);
  return {
    ...(notes !== undefined && { reviewerNotes: await readFileOption('reviewer-notes', notes) }),
    ...(given !== undefined && { testCredentials: given }),
  };
}

async function readCredentials(file: string): Promise<TestCredentials> {
  const parsed = testCredentialsSchema.safeParse(parseJson(await readFileOption('test-credentials', file)));
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `--test-credentials ${file} isn’t JSON such as {"userName": "…", "password": "…", "instructions": "…"}.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function credentialsOf(variables: Variables): TestCredentials | undefined {
  const userName = variables['QUAYSIDE_TEST_USERNAME'];
  const password = variables['QUAYSIDE_TEST_PASSWORD'];
  if (!userName && !password) return undefined;
  const parsed = testCredentialsSchema.safeParse({ userName, password });
  if (parsed.success) return parsed.data;
  throw new UsageError('Set both QUAYSIDE_TEST_USERNAME and QUAYSIDE_TEST_PASSWORD, or neither.');
}

/** A release choice, what the reviewer gets, and the release notes of the version by language. */
type Submission = ReleaseChoice &
  ReviewerInput &
  Pick<CallInput<'versions.submit'>, 'releaseNotes' | 'listingChanges'>;

interface ListingChoice {
  readonly version: Version;
  /** The changes that the submission brings itself; null without any. */
  readonly listing?: ListingPlan | null;
  /** True to publish all drafted changes of the listing with the version. */
  readonly isPublished: boolean;
  /** Called with a line about changes that stay drafts. */
  readonly onNote: (line: string) => void;
}

/** Returns the drafted changes of an app's listing that a submission publishes, and says when there are others. */
export async function readListingChanges(
  store: Store,
  { version, listing, isPublished, onNote }: ListingChoice,
): Promise<Pick<CallInput<'versions.submit'>, 'listingChanges'>> {
  if (wasSubmitted(version)) return {};
  const { unpublished } = await store.call('apps.getListing', { appId: version.appId });
  const isBrought = ({ locale, field }: { locale: string; field: string }) =>
    listing?.texts.some((one) => one.locale === locale && one.field === field);
  const drafts = unpublished.filter((one) => one.status === 'draft' && !isBrought(one));
  if (drafts.length === 0) return {};
  if (!isPublished) {
    const changes =
      drafts.length === 1
        ? '1 change of the listing stays a draft'
        : `${drafts.length} changes of the listing stay drafts`;
    onNote(`${changes}. Add --publish-listing to publish them.`);
    return {};
  }
  return { listingChanges: drafts.map(({ locale, field, revision }) => ({ locale, field, revision })) };
}

/** Says which of the given options change nothing, because the version was submitted before. */
export function noteUnapplied(
  version: Version,
  options: readonly string[],
  onNote: (line: string) => void,
): void {
  if (options.length === 0 || !wasSubmitted(version)) return;
  const names = options.map((option) => `--${option}`).join(', ');
  onNote(`Not applied, because the version was submitted before: ${names}`);
}

/** Submits a version for review, unless that was done before, or by another command meanwhile. Throws `CallError`. */
export async function submitOnce(store: Store, version: Version, submission: Submission): Promise<Version> {
  if (wasSubmitted(version)) return version;
  try {
    return (await store.call('versions.submit', { versionId: version.id, ...submission })).version;
  } catch (error) {
    return unlessSubmitted(store, version.id, error);
  }
}

/** Returns the version if another command has submitted it. Throws the error otherwise. */
async function unlessSubmitted(store: Store, versionId: string, error: unknown): Promise<Version> {
  if (!(error instanceof CallError) || error.code !== 'failed-precondition') throw error;
  const { version } = await store.call('versions.get', { versionId });
  if (wasSubmitted(version)) return version;
  throw error;
}

interface SubmissionWithListing {
  readonly version: Version;
  readonly submission: Submission;
  readonly listing: ListingPlan;
  /** Called with each line about release notes that aren't kept. */
  readonly onNote: (line: string) => void;
}

/** Changes the listing and submits the version together; a version that was submitted before stays as it is. */
export async function submitWithListing(
  store: Store,
  { version, submission, listing, onNote }: SubmissionWithListing,
): Promise<Version> {
  const given = wasSubmitted(version) ? undefined : { versionId: version.id, ...submission };
  try {
    const applied = await applyListing(store, listing, given);
    for (const line of [
      ...describePublished(applied),
      ...describeConverted(listing),
      ...describeSkipped(applied.skipped),
    ])
      onNote(line);
    return applied.version ?? version;
  } catch (error) {
    const submitted = await unlessSubmitted(store, version.id, error);
    await applyListing(store, listing);
    return submitted;
  }
}

/** Returns true for a version that is in review or was approved. */
export function wasSubmitted({ status }: Version): boolean {
  const { isAwaitingReview, isApproved } = VERSION_STATUSES[status];
  return isAwaitingReview === true || isApproved === true;
}
