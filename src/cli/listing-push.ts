import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallResult } from '#shared/calls.ts';
import {
  type FastlaneImage,
  findFastlaneImages,
  readFastlane,
  type SkippedFile,
} from '#shared/listings/fastlane.ts';
import type { GraphicKind } from '#shared/listings/graphics.ts';
import { EXIT, type Result } from './command.ts';
import { readListingFolder } from './listing-folder.ts';
import type { Store } from './store.ts';

interface Push {
  readonly appId: string;
  readonly folder: string;
  /** Also replaces the pictures of each kind and language that differ. */
  readonly withPictures: boolean;
  readonly isDryRun: boolean;
}

/** The pictures of one kind in one language, in their order. */
interface PictureGroup {
  readonly locale: string;
  readonly kind: GraphicKind;
  readonly images: readonly FastlaneImage[];
}

/**
 * Brings an app's listing up to date with a folder in the fastlane layout; what the folder lacks stays. With a file that
 * can't be used it changes nothing. Throws `CallError` and `UsageError`.
 */
export async function pushListing(store: Store, push: Push): Promise<Result> {
  const { appId, folder, withPictures, isDryRun } = push;
  const { texts, pictures } = await readListingFolder(folder);
  const local = readFastlane(texts);
  const found = findFastlaneImages(withPictures ? [...pictures.keys()] : []);
  const skipped = [...local.skipped, ...found.skipped];
  if (skipped.length > 0) {
    const lines = skipped.map(({ path, reason }) => `  ${path}: ${reason}`);
    return { exit: EXIT.findings, text: ['Nothing was pushed.', ...lines].join('\n'), data: { skipped } };
  }
  const remote = await store.call('apps.getListing', { appId });
  const changed = changedTexts(local.texts, remote);
  const groups = groupPictures(found.images).filter((group) => differs(group, { pictures, remote }));
  const dropped: SkippedFile[] = [];
  if (!isDryRun) {
    const locales = new Set([...changed.map(({ locale }) => locale), ...local.changelogs.keys()]);
    dropped.push(...(await pushTexts(store, { appId, texts, locales })));
    for (const group of groups) await replacePictures(store, { appId, folder, group, remote });
  }
  const lines = [
    ...changed.flatMap(({ locale, field, before, after }) => [
      `${locale} ${field}`,
      ...(before === '' ? [] : quoted('-', before)),
      ...quoted('+', after),
    ]),
    ...groups.map(({ locale, kind, images }) => `${locale} ${kind}: ${images.length} pictures`),
    ...dropped.map(({ path, reason }) => `Not kept: ${path}: ${reason}`),
  ];
  const text = lines.join('\n') || 'The listing is up to date.';
  return {
    text,
    data: {
      texts: changed,
      pictures: groups.map(({ locale, kind }) => ({ locale, kind })),
      skipped: dropped,
      isDryRun,
    },
  };
}

type Remote = CallResult<'apps.getListing'>;

/** Returns the texts of the folder that the store has otherwise. */
function changedTexts(local: ReturnType<typeof readFastlane>['texts'], { listings }: Remote) {
  return [...local].flatMap(([locale, texts]) => {
    const current: Readonly<Record<string, string>> =
      listings.find((one) => one.locale === locale && !one.isDeleted)?.texts ?? {};
    return Object.entries(texts)
      .map(([field, after]) => ({ locale, field, before: current[field] ?? '', after }))
      .filter(({ before, after }) => before !== after);
  });
}

function quoted(mark: string, text: string): string[] {
  return text.split('\n').map((line) => `  ${mark} ${line}`);
}

/** Sends the files of each changed language by itself, because a call takes one mebibyte; returns those that weren't kept. */
async function pushTexts(
  store: Store,
  { appId, texts, locales }: { appId: string; texts: Readonly<Record<string, string>>; locales: Set<string> },
): Promise<SkippedFile[]> {
  const dropped: SkippedFile[] = [];
  for (const locale of locales) {
    const own = Object.entries(texts).filter(([path]) => path.split('/').includes(locale));
    const { skipped } = await store.call('apps.importListing', { appId, files: Object.fromEntries(own) });
    dropped.push(...skipped);
  }
  return dropped;
}

function groupPictures(images: readonly FastlaneImage[]): PictureGroup[] {
  const groups = new Map<string, { locale: string; kind: GraphicKind; images: FastlaneImage[] }>();
  for (const image of images) {
    const { locale, kind } = image;
    const name = `${locale} ${kind}`;
    const group = groups.get(name) ?? { locale, kind, images: [] };
    group.images.push(image);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Returns true unless the store has exactly these pictures, as after a pull: it stores others in a form of its own. */
function differs(
  { locale, kind, images }: PictureGroup,
  { pictures, remote }: { pictures: ReadonlyMap<string, string>; remote: Remote },
): boolean {
  const own = images.map(({ path }) => pictures.get(path));
  const stored = storedPictures(remote, { locale, kind });
  return own.length !== stored.length || stored.some(({ path }, at) => !path.includes(own[at] ?? ' '));
}

/** Returns the pictures of a kind in a language that the draft has. */
function storedPictures({ graphics }: Remote, { locale, kind }: Pick<PictureGroup, 'locale' | 'kind'>) {
  return graphics.filter((one) => one.isDraft && one.locale === locale && one.kind === kind);
}

interface Replacement {
  readonly appId: string;
  readonly folder: string;
  readonly group: PictureGroup;
  readonly remote: Remote;
}

async function replacePictures(store: Store, { appId, folder, group, remote }: Replacement): Promise<void> {
  const { locale, kind, images } = group;
  for (const { id } of storedPictures(remote, group)) {
    await store.call('apps.deleteGraphic', { graphicId: id });
  }
  for (const { path } of images) {
    await store.sendPicture(`graphics/${appId}/${locale}/${kind}`, await readFile(join(folder, path)));
  }
}
