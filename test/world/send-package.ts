import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '#test/e2e/people.ts';

const POLL_MS = 200;

export interface PackageUpload {
  readonly appId: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** Uploads a package as a new version and waits for what inspection says; gives the version's id. */
export async function sendPackage(owner: Person, { appId, fileName, bytes }: PackageUpload): Promise<string> {
  const { version, upload } = await owner.call('versions.create', { appId, fileName, size: bytes.length });
  const response = await fetch(upload.url, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${owner.token}`,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
  if (!response.ok) throw new Error(`The upload was refused: ${await response.text()}`);
  await settle(owner, version.id);
  return version.id;
}

/** Waits until the store has nothing more to do about a version by itself. */
export async function settle(owner: Person, versionId: string): Promise<void> {
  while (true) {
    const { version } = await owner.call('versions.get', { versionId });
    if (!['uploading', 'analysing', 'approved'].includes(version.status)) return;
    await sleep(POLL_MS);
  }
}
