import type { Version } from '#shared/versions/version.ts';
import { waitUntil } from './patience.ts';
import type { Person } from './people.ts';

/** Returns the headers of a request that sends bytes to a tus upload, from an offset on. */
export function tusHeaders(by: Pick<Person, 'token'>, offset = 0): Record<string, string> {
  return {
    Authorization: `Bearer ${by.token}`,
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': String(offset),
    'Content-Type': 'application/offset+octet-stream',
  };
}

/** Sends bytes to a tus upload from an offset on, as any tus client does. */
export async function sendBytes(
  url: string,
  { bytes, offset = 0, by }: { bytes: Uint8Array; offset?: number; by: Pick<Person, 'token'> },
) {
  return fetch(url, {
    method: 'PATCH',
    headers: tusHeaders(by, offset),
    body: bytes as BodyInit,
  });
}

export interface PackageUpload {
  readonly appId: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** Uploads a package as a new version of an app and waits for its inspection. */
export async function uploadPackage(by: Person, { appId, fileName, bytes }: PackageUpload): Promise<Version> {
  const { version, upload } = await by.call('versions.create', { appId, fileName, size: bytes.length });
  if (by.receivePackage) {
    await by.receivePackage(version.id, bytes);
  } else {
    const sent = await sendBytes(upload.url, { bytes, by });
    if (sent.status !== 204) throw new Error(`The upload failed with ${sent.status}: ${await sent.text()}`);
  }
  return waitForInspection(by, version.id);
}

/** Uploads a package whose file name does not matter. */
export function uploadVersion(by: Person, appId: string, bytes: Uint8Array): Promise<Version> {
  return uploadPackage(by, { appId, fileName: 'app.apk', bytes });
}

/** Waits until the inspection of a version has ended, and returns the version. */
export async function waitForInspection(by: Person, versionId: string): Promise<Version> {
  return waitUntil(`the inspection of version ${versionId} has ended`, async () => {
    const { version } = await by.call('versions.get', { versionId });
    return version.status !== 'uploading' && version.status !== 'analysing' && version;
  });
}

/** Waits until an approved version is published. */
export async function waitForPublication(by: Person, versionId: string): Promise<void> {
  await waitUntil(`version ${versionId} is published`, async () => {
    const { version } = await by.call('versions.get', { versionId });
    return version.status === 'published';
  });
}
