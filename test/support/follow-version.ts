import type { ChildProcess } from 'node:child_process';
import type { CallResult } from '#shared/calls.ts';
import { VERSION_STATUSES, type VersionStatus } from '#shared/statuses/version-status.ts';
import { callAsProgram } from './call-as-program.ts';
import { waitUntil } from './patience.ts';
import type { Person } from './people.ts';
import type { Receiver } from './receiver.ts';

/** The ways in which programs learn of a version's status. */
const CHANNELS = ['call', 'stream', 'webhook', 'command'] as const;
type Channel = (typeof CHANNELS)[number];

/** A status that a channel reported, with the time of `performance.now()`. */
interface Report {
  readonly status: VersionStatus;
  readonly at: number;
}

/** The statuses of a version that each channel reported, without repetitions. */
export interface FollowedVersion extends AsyncDisposable {
  readonly reports: Readonly<Record<Channel, readonly Report[]>>;
  /** Waits until all channels reported this status last, and returns their times. */
  readonly until: (status: VersionStatus) => Promise<readonly number[]>;
}

interface Followed {
  readonly url: string;
  /** An API token with the scope `read`. */
  readonly token: string;
  readonly versionId: string;
  readonly appId: string;
  /** Receives the webhooks of the app. */
  readonly receiver: Receiver;
  /** `quayside status VERSION --wait`. */
  readonly command: ChildProcess;
}

/**
 * Follows a submitted version by each channel. Returns once all of them report: until then the reviewer claims and
 * unclaims it.
 */
export async function followVersion(followed: Followed, reviewer: Person): Promise<FollowedVersion> {
  const { versionId, receiver, command } = followed;
  const reports: Record<Channel, Report[]> = { call: [], stream: [], webhook: [], command: [] };
  const closing = new AbortController();
  const report = (channel: Channel) => (status: VersionStatus) => {
    if (reports[channel].at(-1)?.status !== status) reports[channel].push({ status, at: performance.now() });
  };
  receiver.onPost = ({ body }) => {
    const { data } = JSON.parse(body.toString());
    if (data.version?.id === versionId) report('webhook')(data.version.status);
  };
  // The last status is the result, on standard output.
  for (const output of [command.stderr, command.stdout]) {
    output?.on('data', (chunk) => reportLines(String(chunk), report('command')));
  }
  const following = Promise.allSettled([
    followCall(followed, { report: report('call'), signal: closing.signal }),
    followStream(followed, { report: report('stream'), signal: closing.signal }),
  ]);

  const isLast = (status: VersionStatus) => (channel: Channel) => reports[channel].at(-1)?.status === status;
  await waitUntil('every channel follows the version', async () => {
    await reviewer.call('reviews.claim', { versionId });
    await waitUntil('a webhook for the claim', async () => isLast('in_review')('webhook'));
    await reviewer.call('reviews.unclaim', { versionId });
    await waitUntil('a webhook for its end', async () => isLast('submitted')('webhook'));
    return CHANNELS.every((channel) => reports[channel].length > 0);
  });
  await waitUntil('every channel reports the end', async () => CHANNELS.every(isLast('submitted')));
  for (const channel of CHANNELS) reports[channel].length = 0;

  return {
    reports,
    async until(status) {
      await waitUntil(`every channel reports ${status}`, async () => CHANNELS.every(isLast(status)));
      return CHANNELS.map((channel) => reports[channel].at(-1)?.at ?? Number.NaN);
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      command.kill();
      await following;
    },
  };
}

interface Following {
  readonly report: (status: VersionStatus) => void;
  readonly signal: AbortSignal;
}

async function readStatus({ url, token, versionId }: Followed, wait: object = {}): Promise<VersionStatus> {
  const { result } = await callAsProgram({ url }, token, {
    name: 'versions.get',
    data: { versionId, ...wait },
  });
  return (result as CallResult<'versions.get'>).version.status;
}

async function followCall(followed: Followed, { report, signal }: Following): Promise<void> {
  let knownStatus = await readStatus(followed);
  while (!signal.aborted) {
    const status = await readStatus(followed, { knownStatus, waitSeconds: 1 });
    if (status !== knownStatus) report(status);
    knownStatus = status;
  }
}

/** Reads the version again after each event about its app, as the browser does. */
async function followStream(followed: Followed, { report, signal }: Following): Promise<void> {
  const headers = { Authorization: `Bearer ${followed.token}` };
  const response = await fetch(`${followed.url}events`, { headers, signal });
  for await (const chunk of response.body ?? [])
    if (Buffer.from(chunk).toString().includes(followed.appId)) report(await readStatus(followed));
}

/** Reports the statuses that lines like "Version 1.0 (1) is in review." name. */
function reportLines(text: string, report: Following['report']): void {
  for (const line of text.split('\n'))
    for (const [status, { phrase }] of Object.entries(VERSION_STATUSES))
      if (line.endsWith(` ${phrase}.`)) report(status as VersionStatus);
}
