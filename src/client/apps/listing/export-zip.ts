import { zipSync } from 'fflate';
import type { Backend } from '#client/backend/backend.ts';
import type { App } from '#shared/apps/app.ts';
import { CallError } from '#shared/errors.ts';
import { LISTING_FOLDERS } from '#shared/listings/fastlane.ts';

/** Downloads an app's listing with pictures as a zip in the fastlane layout of its platform. Throws a CallError. */
export async function exportZip({ auth, functions, storage }: Backend, app: App): Promise<void> {
  const { files, images } = await functions.call('apps.exportListing', { appId: app.id });
  const entries: Record<string, Uint8Array> = {};
  const inZip = (path: string) => `${LISTING_FOLDERS[app.platform]}/${path}`.replace(/^fastlane\//, '');
  for (const [path, text] of Object.entries(files)) entries[inZip(path)] = new TextEncoder().encode(text);
  for (const { path, from } of images) {
    const response = await auth.fetch(storage.urlOf(from));
    if (!response.ok) throw new CallError('unavailable', `Couldn’t read the image ${path}.`);
    entries[inZip(path)] = new Uint8Array(await response.arrayBuffer());
  }
  // Pictures are already compressed, and the library's threads would need a policy that lets pages create scripts.
  const bytes = zipSync(entries, { level: 0 });
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${app.applicationId}-listing.zip`;
  link.click();
  URL.revokeObjectURL(url);
}
