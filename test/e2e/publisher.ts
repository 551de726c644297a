import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Person } from './people.ts';

const PACKAGES = join(import.meta.dirname, '../fixtures/packages');

/** Creates the app that the fixtures' packages belong to; each server can have it once. Gives its id. */
export async function createApp(publisher: Person): Promise<string> {
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  return app.id;
}

/** Carries a package of the fixtures up to its review, and gives the version's id. */
export async function submitVersion(publisher: Person, appId: string, fileName: string): Promise<string> {
  const bytes = await readFile(join(PACKAGES, fileName));
  const { version, upload } = await publisher.call('versions.create', {
    appId,
    fileName,
    size: bytes.length,
  });
  const sent = await fetch(upload.url, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${publisher.token}`,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
  if (sent.status !== 204) throw new Error(`The upload was answered ${sent.status}: ${await sent.text()}`);
  await inspected(publisher, version.id);
  await publisher.call('versions.submit', { versionId: version.id });
  return version.id;
}

async function inspected(publisher: Person, versionId: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const { version } = await publisher.call('versions.get', { versionId });
    if (version.status === 'draft') return;
    if (version.status === 'invalid') throw new Error(`Not accepted: ${JSON.stringify(version.findings)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The inspection did not end.');
}
