import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import type { People, Person } from '#test/support/people.ts';
import { sendFile } from './send-file.ts';

/** The stages of publishing an app, at each of which faults may happen. */
export type Stage =
  | 'sign-up'
  | 'upload'
  | 'analysis'
  | 'submit'
  | 'decision'
  | 'publish'
  | 'delete'
  | 'fan-out';

/** The progress that the publisher of a version was told, in this order. */
export const ACKNOWLEDGED = [
  'created',
  'uploaded',
  'inspected',
  'submitted',
  'rejected',
  'published',
  'removed',
  'deleted',
] as const;

export interface AcknowledgedVersion {
  readonly applicationId: string;
  readonly appId: string;
  readonly ownerUid: string;
  step: (typeof ACKNOWLEDGED)[number];
  /** The last request, which may have succeeded without a response. */
  requested: (typeof ACKNOWLEDGED)[number];
}

/** Everything that the store acknowledged. */
export interface Ledger {
  readonly emails: string[];
  readonly versions: Map<string, AcknowledgedVersion>;
  readonly announcementIds: string[];
  /** Application ids of apps whose version staff are removing or have removed. */
  readonly removed: Set<string>;
}

export interface Workload extends AsyncDisposable {
  readonly ledger: Ledger;
  /** Resolves when a publisher begins this stage next; rejects when the server is gone. */
  nextTime(stage: Stage): Promise<void>;
  /** Ends the running scenarios and waits for them. */
  stop(): Promise<void>;
}

interface WorkloadOptions {
  /** Rejects when no publisher can continue. */
  readonly endedByItself: Promise<never>;
  /** The servers that the scenarios use in turn. */
  readonly people: readonly People[];
  /** The number of concurrent scenarios. */
  readonly concurrency?: number;
  /** The size by which some packages are larger than the others. */
  readonly ballastBytes?: number;
  /** Sets up a new app before its first upload. */
  readonly prepareApp?: (owner: Person, appId: string) => Promise<unknown>;
}

const signer = makeIdentity();
/**
 * One in so many publishers deletes their version; others are rejected, get their published version removed, are announced
 * to all users, or have a large package.
 */
const DELETES_OF = 4;
const REJECTS_OF = 5;
const REMOVES_OF = 7;
const ANNOUNCES_OF = 3;
const LARGE_OF = 3;
const PAUSE_MS = 100;
let lives = 0;

/**
 * Lets publishers sign up, upload, submit and get published, one after the other, and records what was acknowledged. A
 * scenario that a fault interrupts is abandoned, and the next one begins.
 */
export function startWorkload({
  endedByItself,
  people,
  concurrency = 3,
  ballastBytes = 0,
  prepareApp = async () => {},
}: WorkloadOptions): Workload {
  const ledger: Ledger = { emails: [], versions: new Map(), announcementIds: [], removed: new Set() };
  const waiting = new Map<Stage, (() => void)[]>();
  const begin = (stage: Stage) => {
    for (const resolve of waiting.get(stage) ?? []) resolve();
    waiting.delete(stage);
  };
  const stopping = new AbortController();
  const live = async () => {
    while (!stopping.signal.aborted) {
      lives += 1;
      const through = people[lives % people.length] as People;
      const life = { people: through, number: lives, ledger, begin, ballastBytes, prepareApp };
      await leadLife(life).catch(() => sleep(PAUSE_MS));
    }
  };
  const running = Promise.all(Array.from({ length: concurrency }, live));
  const stop = async () => {
    stopping.abort();
    await running;
  };
  return {
    ledger,
    nextTime(stage) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(stage, [...(waiting.get(stage) ?? []), resolve]);
      return Promise.race([promise, endedByItself]);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

interface Life extends Required<Pick<WorkloadOptions, 'ballastBytes' | 'prepareApp'>> {
  readonly people: People;
  readonly number: number;
  readonly ledger: Ledger;
  readonly begin: (stage: Stage) => void;
}

async function leadLife(life: Life): Promise<void> {
  const { number, begin } = life;
  const { owner, appId, name } = await becomePublisher(life);
  const { versionId, version } = await upload(life, { owner, appId, name });
  if (number % DELETES_OF === 0) {
    begin('delete');
    version.requested = 'deleted';
    await owner.call('versions.delete', { versionId });
    version.step = 'deleted';
    return;
  }
  begin('submit');
  version.requested = 'submitted';
  await owner.call('versions.submit', { versionId });
  version.step = 'submitted';
  await decide(life, versionId, version);
}

async function becomePublisher({ people, number, ledger, begin, prepareApp }: Life) {
  const email = `fault${number}@example.org`;
  begin('sign-up');
  const owner = await people.signUp(email);
  ledger.emails.push(email);
  await people.confirmEmail(email);
  await owner.call('users.completeOnboarding', {
    displayName: `Publisher ${number}`,
    developerName: `Works ${number}`,
    developerType: 'individual',
    intent: 'publish',
    acceptTerms: true,
  });
  const name = nameOf(number);
  const applicationId = `org.example.${name.toLowerCase()}`;
  const { app } = await owner.call('apps.create', { platform: 'android', applicationId, name });
  await people.completeListing(app.id);
  await prepareApp(owner, app.id);
  return { owner, appId: app.id, name };
}

/** Returns seven letters, as `buildPackage` requires. */
function nameOf(number: number): string {
  const digits = number.toString(26).padStart(6, '0');
  return `F${[...digits].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')}`;
}

interface Draft {
  readonly owner: Person;
  readonly appId: string;
  readonly name: string;
}

async function upload(life: Life, { owner, appId, name }: Draft) {
  const { ledger, begin, number, ballastBytes } = life;
  const ballast = number % LARGE_OF === 0 ? randomBytes(ballastBytes) : undefined;
  const bytes = buildPackage({
    from: 'plain',
    name,
    versionName: '1.0',
    signer,
    ...(ballast && { ballast }),
  });
  const created = await owner.call('versions.create', { appId, fileName: 'app.apk', size: bytes.length });
  const versionId = created.version.id;
  const applicationId = `org.example.${name.toLowerCase()}`;
  const version: AcknowledgedVersion = {
    applicationId,
    appId,
    ownerUid: owner.uid,
    step: 'created',
    requested: 'uploaded',
  };
  ledger.versions.set(versionId, version);
  begin('upload');
  await sendFile(owner, versionId, bytes);
  version.step = 'uploaded';
  begin('analysis');
  for (;;) {
    const { version: seen } = await owner.call('versions.get', { versionId });
    if (seen.status === 'draft') break;
    if (seen.status !== 'analysing') throw new Error(`the version is ${seen.status}`);
    await sleep(PAUSE_MS);
  }
  version.step = 'inspected';
  return { versionId, version };
}

async function decide(
  { people, number, ledger, begin }: Life,
  versionId: string,
  version: AcknowledgedVersion,
): Promise<void> {
  const admin = await people.admin();
  begin('decision');
  if (number % REJECTS_OF === 0) {
    version.requested = 'rejected';
    await admin.call('reviews.reject', { versionId, reason: 'The summary is missing.' });
    version.step = 'rejected';
    return;
  }
  version.requested = 'published';
  await admin.call('reviews.approve', { versionId });
  version.step = 'published';
  begin('publish');
  if (number % REMOVES_OF === 0) {
    ledger.removed.add(version.applicationId);
    version.requested = 'removed';
    await admin.call('versions.remove', { versionId, reason: 'It breaks the rules.' });
    version.step = 'removed';
  }
  if (number % ANNOUNCES_OF !== 0) return;
  begin('fan-out');
  const { announcementId } = await admin.call('notifications.announce', {
    title: `Announcement ${number}`,
    message: 'The store rests on Sunday.',
  });
  ledger.announcementIds.push(announcementId);
}
