import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Version } from '#shared/versions/version.ts';
import type { Person } from './server.ts';

/** A package that the fixture script built. */
export async function readFixture(name: string): Promise<Buffer> {
  return readFile(fileURLToPath(new URL(`fixtures/packages/${name}`, import.meta.url)));
}

/** Sends bytes to a tus upload from an offset on, as any tus client does. */
export async function sendBytes(
  url: string,
  { bytes, offset = 0, by }: { bytes: Uint8Array; offset?: number; by: Person },
) {
  return fetch(url, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${by.token}`,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: bytes as BodyInit,
  });
}

/** Uploads a package as a new version of an app and waits until it has been inspected. */
export async function uploadVersion(by: Person, appId: string, bytes: Uint8Array): Promise<Version> {
  const { version, upload } = await by.call('versions.create', {
    appId,
    fileName: 'app.apk',
    size: bytes.length,
  });
  const sent = await sendBytes(upload.url, { bytes, by });
  if (sent.status !== 204) throw new Error(`the upload was answered ${sent.status}: ${await sent.text()}`);
  return waitForInspection(by, version.id);
}

/** Asks for a version until its inspection has ended. */
export async function waitForInspection(by: Person, versionId: string): Promise<Version> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const { version } = await by.call('versions.get', { versionId });
    if (version.status !== 'uploading' && version.status !== 'analysing') return version;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the inspection did not end within 20 s');
}
