import { setTimeout as sleep } from 'node:timers/promises';
import { makeIdentity } from '#test/support/apk-signer.ts';
import { buildPackage } from '#test/support/build-package.ts';
import type { People, Person } from '#test/support/people.ts';

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
  'published',
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
}

const signer = makeIdentity();
/** One in so many publishers deletes their version; another one is announced to all users. */
const DELETES_OF = 4;
const ANNOUNCES_OF = 3;
const PAUSE_MS = 100;
let lives = 0;

/**
 * Lets publishers sign up, upload, submit and get published, one after the other, and records what was acknowledged. A
 * scenario that a fault interrupts is abandoned, and the next one begins.
 */
export function startWorkload({ endedByItself, people, concurrency = 3 }: WorkloadOptions): Workload {
  const ledger: Ledger = { emails: [], versions: new Map(), announcementIds: [] };
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
      await leadLife({ people: through, number: lives, ledger, begin }).catch(() => sleep(PAUSE_MS));
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

interface Life {
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

async function becomePublisher({ people, number, ledger, begin }: Life) {
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

async function upload({ ledger, begin }: Life, { owner, appId, name }: Draft) {
  const bytes = buildPackage({ from: 'plain', name, versionName: '1.0', signer });
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
  const sent = await patchUpload(owner, { versionId, bytes });
  if (sent.status !== 204) throw new Error(`the upload failed with ${sent.status}`);
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

interface Patch {
  readonly versionId: string;
  readonly bytes: Uint8Array;
  readonly offset?: number;
}

/** Sends the bytes from an offset on to the server that this person uses, whatever the store's public address is. */
function patchUpload(owner: Person, { versionId, bytes, offset = 0 }: Patch): Promise<Response> {
  return owner.fetch(`uploads/${versionId}`, {
    method: 'PATCH',
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: bytes.subarray(offset) as BodyInit,
  });
}

async function decide(
  { people, number, ledger, begin }: Life,
  versionId: string,
  version: AcknowledgedVersion,
): Promise<void> {
  const admin = await people.admin();
  begin('decision');
  version.requested = 'published';
  await admin.call('reviews.approve', { versionId });
  version.step = 'published';
  begin('publish');
  if (number % ANNOUNCES_OF !== 0) return;
  begin('fan-out');
  const { announcementId } = await admin.call('notifications.announce', {
    title: `Announcement ${number}`,
    message: 'The store rests on Sunday.',
  });
  ledger.announcementIds.push(announcementId);
}
