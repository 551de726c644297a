import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import type { SmallDisk } from '#test/support/small-disk.ts';
import { tusHeaders, waitForInspection } from '#test/support/uploads.ts';
import type { Fault } from './faults.ts';

const MB = 1024 ** 2;
/** The size of this fault's disk, and the part that the server keeps for the database. */
export const DISK_MB = 512;
export const RESERVE_MB = 64;
/** The database makes its log in files of 16 MiB, of which a busy one begins a few. */
const DATABASE_MB = 32;

const PACKAGE_MB = 24;
/** The number of MiB sent before the disk fills up. */
const PIECES_BEFORE = 8;

/**
 * Fills the disk of the database and the storage up to the reserve, before and during an upload: uploads are rejected,
 * all other requests succeed, and once there is space again the upload continues where it stopped.
 */
export const fillDisk =
  (disk: SmallDisk): Fault =>
  async ({ people, url, data }, workload) => {
    const broken: string[] = [];
    const expectIs = (what: string, found: unknown, wanted: unknown) => {
      if (found !== wanted) broken.push(`${what}: ${found}, not ${wanted}`);
    };
    const owner = await people.onboard('full@example.org');
    const { app } = await owner.call('apps.create', {
      platform: 'android',
      applicationId: 'org.example.full',
      name: 'Full',
    });
    const bytes = randomBytes(PACKAGE_MB * MB);
    const announcement = { appId: app.id, fileName: 'app.apk', size: bytes.length };
    const { version } = await owner.call('versions.create', announcement);
    const target = { url: `${url}uploads/${version.id}`, by: owner };

    await disk.fill(RESERVE_MB * MB);
    expectIs(
      'an upload that is announced',
      (await owner.tryCall('versions.create', announcement)).status,
      429,
    );
    expectIs('an upload that begins', await send(target, pieces(bytes)), 507);
    expectIs('what readyz says of a full disk', await readDisk(url), '200 degraded');
    for (const status of await createApps(owner)) expectIs('a call that saves something', status, 200);

    await disk.empty();
    expectIs('an upload that is under way', await send(target, piecesThatFill(bytes, disk)), 507);
    const leastFreeMb = (await disk.readFreeBytes()) / MB;
    if (leastFreeMb < RESERVE_MB - DATABASE_MB)
      broken.push(`only ${leastFreeMb} MiB of the reserve were left`);

    await disk.empty();
    const kept = (await owner.call('versions.get', { versionId: version.id })).upload?.offset ?? 0;
    if (kept === 0) broken.push('nothing was kept of what had arrived');
    expectIs('the rest of the upload', await send(target, pieces(bytes.subarray(kept)), kept), 204);
    const { sha256 } = await waitForInspection(owner, version.id);
    expectIs('the hash of the file', sha256, createHash('sha256').update(bytes).digest('hex'));
    expectIs('what readyz says of a disk with room', await readDisk(url), '200 ok');
    await workload.nextTime('publish');
    await waitUntil('no unfinished file is left', async () => {
      return (await readdir(join(data.path, 'storage/incoming'))).length === 0;
    });
    return {
      figure: `rejected before and on the way, ${Math.round(leastFreeMb)} of ${RESERVE_MB} MiB of the reserve left, went on at ${kept} of ${bytes.length} bytes`,
      broken,
    };
  };

/** Creates apps, as users do meanwhile. */
async function createApps(owner: Person): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < 10; count++) {
    const input = { platform: 'android', applicationId: `org.example.full${count}`, name: `App ${count}` };
    statuses.push((await owner.tryCall('apps.create', input)).status);
  }
  return statuses;
}

async function readDisk(url: string): Promise<string> {
  const response = await fetch(`${url}readyz`);
  return `${response.status} ${(await response.json()).parts.disk}`;
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += MB) yield bytes.subarray(at, at + MB);
}

/** Fills the disk to just above the reserve once a third of the file has been sent. */
async function* piecesThatFill(bytes: Uint8Array, disk: SmallDisk): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const piece of pieces(bytes)) {
    yield piece;
    sent += 1;
    if (sent === PIECES_BEFORE) await disk.fill((RESERVE_MB + 2) * MB);
    // The server would have received a body sent in one piece before it checks the disk.
    if (sent >= PIECES_BEFORE) await sleep(20);
  }
}

interface Target {
  readonly url: string;
  readonly by: Person;
}

/** Sends a body piece by piece and returns the status of the response. */
async function send({ url, by }: Target, body: AsyncIterable<Uint8Array>, offset = 0): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'PATCH',
      headers: tusHeaders(by, offset),
      body: Readable.toWeb(Readable.from(body)),
      duplex: 'half',
    } as RequestInit);
    return response.status;
  } catch (error) {
    // A server that rejects an upload may close the connection before its response is read.
    if (!(error instanceof TypeError)) throw error;
    return sendByte({ url, by });
  }
}

/** Sends one byte more, and returns the status of the response. */
async function sendByte({ url, by }: Target): Promise<number> {
  const { headers } = await fetch(url, { method: 'HEAD', headers: tusHeaders(by, 0) });
  const offset = Number(headers.get('upload-offset'));
  const response = await fetch(url, {
    method: 'PATCH',
    headers: tusHeaders(by, offset),
    body: Buffer.alloc(1),
  });
  return response.status;
}
