import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '#shared/apps/app.ts';
import { CallError } from '#shared/errors.ts';
import { type FastlaneImage, findFastlaneImages, LISTING_FOLDERS } from '#shared/listings/fastlane.ts';
import { type CommandResult, defineCommand, required } from '../command.ts';
import { findAppByAnyId } from '../find-app.ts';
import { type ListingFolder, readListingFolder, writeBelow } from '../listing-folder.ts';
import { pushListing } from '../listing-push.ts';
import type { Store } from '../store.ts';
import { UsageError } from '../usage-error.ts';

export const listing = defineCommand({
  usage: 'pull|push [FOLDER]',
  summary: `read or change an app’s listing by a folder in the fastlane layout, by default ${LISTING_FOLDERS.android}, or ${LISTING_FOLDERS.ios} for iOS`,
  options: {
    app: { type: 'string', value: 'ID', help: 'the app' },
    images: { type: 'boolean', help: 'for push: also replace pictures that differ' },
    'dry-run': { type: 'boolean', help: 'only show what would change' },
  },
  async run({ values, positionals: [action, given, ...others], tools }) {
    if ((action !== 'pull' && action !== 'push') || others.length > 0) {
      throw new UsageError('Give pull or push, and at most one folder.');
    }
    const id = required(values.app, 'app');
    const store = tools.store();
    const app = await findAppByAnyId(store, id);
    const folder = given ?? LISTING_FOLDERS[app.platform];
    const isDryRun = values['dry-run'] ?? false;
    if (action === 'pull') return pullListing(store, { app, folder, isDryRun });
    return pushListing(store, { app, folder, isDryRun, withPictures: values.images ?? false });
  },
});

interface Pull {
  readonly app: App;
  readonly folder: string;
  readonly isDryRun: boolean;
}

/**
 * Writes the files of a listing that a folder has otherwise, or lacks, and removes other pictures of the same kinds, which
 * a push would add again. Other files stay.
 */
async function pullListing(
  store: Store,
  { app: { id: appId, platform }, folder, isDryRun }: Pull,
): Promise<CommandResult> {
  const local = await readListingFolder(folder, { platform, mayBeMissing: true });
  const { files, images } = await store.call('apps.exportListing', { appId });
  const texts = Object.entries(files).filter(([path, text]) => local.texts[path] !== text);
  // The address of a picture contains its SHA-256.
  const pictures = images.filter(({ path, from }) => !from.includes(local.pictures.get(path)?.sha256 ?? ' '));
  const stale = stalePictures(local, images);
  if (!isDryRun) {
    for (const path of stale) await rm(join(folder, path));
    for (const [path, text] of texts) await writeBelow(folder, path, text);
    for (const { path, from } of pictures) await writeBelow(folder, path, await readPicture(store, from));
  }
  const written = [...texts.map(([path]) => path), ...pictures.map(({ path }) => path)];
  const lines = [...written, ...stale.map((path) => `${path} (removed)`)];
  return {
    text: lines.join('\n') || 'The folder is up to date.',
    data: { written, removed: stale, isDryRun },
  };
}

/** Returns the local pictures of the kinds that the store has, except those with the names of the store. */
function stalePictures({ pictures }: ListingFolder, stored: readonly { readonly path: string }[]): string[] {
  const names = stored.map(({ path }) => path);
  const groupOf = ({ locale, kind }: FastlaneImage) => `${locale} ${kind}`;
  const groups = new Set(findFastlaneImages(names).images.map(groupOf));
  return findFastlaneImages([...pictures.keys()], (path) => pictures.get(path)?.size ?? null)
    .images.filter((image) => groups.has(groupOf(image)) && !names.includes(image.path))
    .map(({ path }) => path);
}

async function readPicture(store: Store, path: string): Promise<Uint8Array> {
  const response = await store.request(path);
  if (!response.ok) throw new CallError('unavailable', `The picture ${path} can’t be read.`);
  return new Uint8Array(await response.arrayBuffer());
}
