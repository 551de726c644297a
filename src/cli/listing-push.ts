import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '#shared/apps/app.ts';
import type { CallInput, CallResult } from '#shared/calls.ts';
import type { AppDetails } from '#shared/listings/details.ts';
import {
  type Changelogs,
  type FastlaneImage,
  findFastlaneImages,
  MAX_CHANGELOGS,
  notesFile,
  readFastlane,
  type SkippedFile,
  skippedNotes,
} from '#shared/listings/fastlane.ts';
import type { GraphicKind } from '#shared/listings/field-records.ts';
import { type CommandResult, EXIT } from './command.ts';
import { type ListingFolder, readListingFolder } from './listing-folder.ts';
import type { Store } from './store.ts';

interface Comparison {
  readonly app: Pick<App, 'id' | 'platform'>;
  readonly folder: string;
  /** Also replaces the pictures of each kind and language that differ. */
  readonly withPictures: boolean;
}

/** The pictures of one kind in one language, in their order. */
interface PictureGroup {
  readonly locale: string;
  readonly kind: GraphicKind;
  readonly images: readonly FastlaneImage[];
}

/** The changes of a push. */
export interface ListingPlan {
  readonly appId: string;
  readonly folder: string;
  readonly texts: ReturnType<typeof changedTexts>;
  readonly details: ReturnType<typeof changedDetails>;
  /** Release notes by language and versionCode, the highest ones of the folder. */
  readonly changelogs: Readonly<Record<string, Changelogs>>;
  readonly groups: readonly PictureGroup[];
  /** Release notes that aren't kept, and files for which a listing has no place. */
  readonly skipped: readonly SkippedFile[];
  /** Files with changed texts that had HTML. */
  readonly converted: readonly string[];
  /** What was changed before and isn't live. */
  readonly unpublished: Remote['unpublished'];
}

/** Brings an app's listing up to date with a folder in a layout of fastlane. Throws `CallError` and `UsageError`. */
export async function pushListing(
  store: Store,
  { isDryRun, ...comparison }: Comparison & { readonly isDryRun: boolean },
): Promise<CommandResult> {
  const plan = await planListing(store, comparison);
  if ('exit' in plan) return plan;
  const { live, skipped } = isDryRun ? { ...plan, live: [] } : await applyListing(store, plan);
  const { unpublished } = isDryRun ? plan : await store.call('apps.getListing', { appId: plan.appId });
  const waiting = waitingOf(unpublished);
  const rejected = unpublished.filter(({ status }) => status === 'rejected');
  const changes = describePlan(plan);
  const lines = [
    ...(changes.length > 0 ? changes : ['The listing is up to date.']),
    ...describePublished({ live, waiting }),
    ...rejected.map((one) => `Rejected: ${nameOf(one)}${one.reason ? `: ${one.reason}` : '.'}`),
    ...describeConverted(plan),
    ...describeSkipped(skipped),
  ];
  return {
    text: lines.join('\n'),
    data: {
      texts: plan.texts,
      details: plan.details,
      changelogs: plan.changelogs,
      pictures: plan.groups.map(({ locale, kind }) => ({ locale, kind })),
      live,
      waiting,
      rejected: rejected.map(({ locale, field, reason }) => ({ locale, field, reason })),
      skipped,
      converted: plan.converted,
      isDryRun,
    },
  };
}

/** Returns the fields of which a value waits for approval, whoever changed it and when. */
function waitingOf(unpublished: Remote['unpublished']): Published['waiting'] {
  return unpublished
    .filter(({ status, submitted }) => status === 'waiting' || submitted !== null)
    .map(({ locale, field }) => ({ locale, field }));
}

/**
 * Compares an app's listing with a folder in a layout of fastlane; what the folder lacks stays. Returns what to change, or
 * the result of the command when a file can't be used.
 */
export async function planListing(
  store: Store,
  { app: { id: appId, platform }, folder, withPictures }: Comparison,
): Promise<ListingPlan | (CommandResult & { readonly exit: number })> {
  const read = await readListingFolder(folder, { platform });
  const { details } = await store.call('apps.get', { appId });
  const local = readFastlane(read.texts, details.defaultLocale);
  const found = findFastlaneImages(
    [...read.pictures.keys()],
    (path) => read.pictures.get(path)?.size ?? null,
  );
  const withoutPlace = [
    ...local.withoutPlace,
    ...(withPictures ? found.skipped : []),
    ...read.others.map((path) => ({ path, reason: 'It’s neither a text nor a picture.' })),
  ];
  // A folder in which nothing has a place is another one than the caller means.
  const isOther =
    withoutPlace.length > 0 &&
    local.texts.size + local.changelogs.size + found.images.length + Object.keys(local.details).length === 0;
  const skipped = [...local.skipped, ...(isOther ? withoutPlace : [])];
  if (skipped.length > 0) {
    const lines = skipped.map(({ path, reason }) => `  ${path}: ${reason}`);
    return { exit: EXIT.findings, text: ['Nothing was pushed.', ...lines].join('\n'), data: { skipped } };
  }
  const remote = await store.call('apps.getListing', { appId });
  const texts = changedTexts(local.texts, remote);
  const converted = local.converted.filter(({ locale, field }) =>
    texts.some((one) => one.locale === locale && one.field === field),
  );
  const notes = await changedNotes(store, appId, local.changelogs);
  return {
    appId,
    folder,
    texts,
    details: changedDetails(local.details, { current: details, remote }),
    changelogs: notes.changed,
    groups: groupPictures(withPictures ? found.images : []).filter((group) =>
      differs(group, { pictures: read.pictures, remote }),
    ),
    skipped: [...withoutPlace, ...notes.skipped],
    unpublished: remote.unpublished,
    converted: converted.map(({ path }) => path),
  };
}

/** Applies a plan, and submits a version with it, all together or not at all. Throws `CallError`. */
export async function applyListing(
  store: Store,
  { appId, folder, texts, details, changelogs, groups, skipped: unused }: ListingPlan,
  submission?: CallInput<'apps.applyListing'>['submission'],
): Promise<CallResult<'apps.applyListing'>> {
  const isUnchanged = texts.length + details.length + groups.length + Object.keys(changelogs).length === 0;
  if (isUnchanged && !submission) return { version: null, live: [], waiting: [], skipped: [...unused] };
  const graphics: Record<string, Partial<Record<GraphicKind, string[]>>> = {};
  for (const { locale, kind, images } of groups) {
    const ids: string[] = [];
    for (const { path } of images) {
      ids.push(await store.stagePicture(`graphics/${appId}/${kind}`, await readFile(join(folder, path))));
    }
    graphics[locale] = { ...graphics[locale], [kind]: ids };
  }
  const changed = [...groupBy(texts, ({ locale }) => locale)].map(([locale, fields]) => [
    locale,
    Object.fromEntries(fields.map(({ field, after }) => [field, after])),
  ]);
  const { skipped, ...applied } = await store.call('apps.applyListing', {
    appId,
    texts: Object.fromEntries(changed),
    details: Object.fromEntries(details.map(({ field, after }) => [field, after])),
    changelogs,
    graphics,
    submission,
  });
  return { ...applied, skipped: [...unused, ...skipped] };
}

/** Returns the lines of what a plan changes. */
export function describePlan({ texts, details, changelogs, groups }: ListingPlan): string[] {
  return [
    ...texts.flatMap(({ locale, field, ...change }) => [`${locale} ${field}`, ...changeLines(change)]),
    ...details.flatMap(({ field, before, after }) => [
      field,
      ...changeLines({ before: String(before), after: String(after) }),
    ]),
    ...Object.entries(changelogs).map(
      ([locale, notes]) => `${locale} changelogs: ${Object.keys(notes).join(', ')}`,
    ),
    ...groups.map(({ locale, kind, images }) => {
      const count = images.length === 1 ? '1 picture' : `${images.length} pictures`;
      return `${locale} ${kind}: ${count}`;
    }),
  ];
}

function changeLines({ before, after }: { readonly before: string; readonly after: string }): string[] {
  return [...(before === '' ? [] : markedLines('-', before)), ...markedLines('+', after)];
}

type Published = Pick<CallResult<'apps.applyListing'>, 'live' | 'waiting'>;

/** Returns the lines that say which changes are live and which wait for approval; none for an app that was never live. */
export function describePublished({ live, waiting }: Published): string[] {
  const namesOf = (changes: Published['live']) => changes.map(nameOf).join(', ');
  return [
    ...(live.length > 0 ? [`Live now: ${namesOf(live)}.`] : []),
    ...(waiting.length > 0 ? [`Waiting for approval: ${namesOf(waiting)}.`] : []),
  ];
}

/** Returns a line about texts that had HTML; none without any. */
export function describeConverted({
  converted: [first, ...others],
}: Pick<ListingPlan, 'converted'>): string[] {
  if (first === undefined) return [];
  const files = [first, ...(others.length > 0 ? [`${others.length} more`] : [])].join(' and ');
  return [`HTML became Markdown: ${files}. "quayside listing pull" brings it into the folder.`];
}

function nameOf({ locale, field }: Published['live'][number]): string {
  return [locale, field].join(' ').trim();
}

/** Returns a line for each file that wasn't kept; one for all release notes with the same reason, which can be hundreds. */
export function describeSkipped(skipped: readonly SkippedFile[]): string[] {
  const lineOf = ({ path, reason }: SkippedFile) => (isOfVersion(path) ? reason : `${path}\n${reason}`);
  return [...groupBy(skipped, lineOf).values()].map((files) => {
    const others = files.length > 1 ? ` and ${files.length - 1} more` : '';
    return `Not kept: ${files[0].path}${others}: ${files[0].reason}`;
  });
}

function isOfVersion(path: string): boolean {
  return /\/changelogs\/\d+\.txt$/.test(path);
}

/**
 * Returns the release notes of a folder that the store has otherwise, and those that it wouldn't keep: it has as many as fit with the
 * highest version codes, and none of versions that were replaced.
 */
async function changedNotes(store: Store, appId: string, local: ReadonlyMap<string, Changelogs>) {
  const changed: Record<string, Changelogs> = {};
  const skipped: SkippedFile[] = [];
  if (local.size === 0) return { changed, skipped };
  const { files } = await store.call('apps.exportListing', { appId });
  const { requirements } = await store.call('apps.getRequirements', { appId });
  const highest = requirements.previous.versionCode ?? 0;
  for (const [locale, notes] of local) {
    const sorted = Object.entries(notes).sort(([a], [b]) => Number(a) - Number(b));
    const coming = sorted.filter(([code]) => Number(code) >= highest).slice(-MAX_CHANGELOGS);
    const others = sorted.slice(0, sorted.length - coming.length);
    skipped.push(...others.map(([code]) => skippedNotes(locale, code, highest)));
    const different = coming.filter(([code, text]) => files[`${locale}/${notesFile(code)}`] !== `${text}\n`);
    if (different.length > 0) changed[locale] = Object.fromEntries(different);
  }
  return { changed, skipped };
}

type Remote = CallResult<'apps.getListing'>;

/** Returns the texts of the folder that the store has otherwise, or only as drafts. */
function changedTexts(local: ReturnType<typeof readFastlane>['texts'], remote: Remote) {
  const drafts = draftedValues(remote);
  return [...local].flatMap(([locale, texts]) => {
    const current: Readonly<Record<string, string>> =
      remote.listings.find((one) => one.locale === locale && !one.isDeleted)?.texts ?? {};
    return Object.entries(texts)
      .map(([field, after]) => ({ locale, field, current: current[field] ?? '', after }))
      .filter(({ field, current: stored, after }) => stored !== after || drafts.has(`${locale} ${field}`))
      .map(({ field, current: stored, after }) => ({
        locale,
        field,
        before: stored === after ? String(drafts.get(`${locale} ${field}`) ?? '') : stored,
        after,
      }));
  });
}

/** Returns the details of the folder that the store has otherwise, or only as drafts. */
function changedDetails(
  local: Partial<AppDetails>,
  { current, remote }: { current: AppDetails; remote: Remote },
) {
  const drafts = draftedValues(remote);
  return (Object.keys(local) as (keyof AppDetails)[]).flatMap((field) => {
    const after = local[field] ?? '';
    const drafted = drafts.get(` ${field}`);
    if (String(current[field]) !== String(after)) return [{ field, before: current[field], after }];
    return drafted === undefined ? [] : [{ field, before: drafted, after }];
  });
}

/** Returns what is live of the fields that are drafted, by language and name. */
function draftedValues({ unpublished }: Remote) {
  const drafts = unpublished.filter(({ status }) => status === 'draft');
  return new Map(drafts.map(({ locale, field, before }) => [`${locale} ${field}`, before]));
}

function markedLines(mark: string, text: string): string[] {
  return text.split('\n').map((line) => `  ${mark} ${line}`);
}

function groupPictures(images: readonly FastlaneImage[]): PictureGroup[] {
  return [...groupBy(images, ({ locale, kind }) => `${locale} ${kind}`).values()].map((group) => {
    const [{ locale, kind }] = group;
    return { locale, kind, images: group };
  });
}

/** Returns items by a key, in the order of their first ones. `Map.groupBy` is too new for the versions of Node that run this. */
function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, readonly [Item, ...Item[]]> {
  const groups = new Map<string, readonly [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    groups.set(key, group ? [...group, item] : [item]);
  }
  return groups;
}

/**
 * Returns true unless the store has exactly these pictures, and not only as a draft. It stores them in a form of its own, but knows of
 * which files it made them.
 */
function differs(
  { locale, kind, images }: PictureGroup,
  { pictures, remote }: { pictures: ListingFolder['pictures']; remote: Remote },
): boolean {
  const isDraft = remote.unpublished.some(
    (one) => one.status === 'draft' && one.locale === locale && one.field === kind,
  );
  if (isDraft) return true;
  const own = images.map(({ path }) => pictures.get(path)?.sha256);
  const stored = storedPictures(remote, { locale, kind });
  return own.length !== stored.length || stored.some((picture, at) => !isMadeOf(picture, own[at] ?? ' '));
}

/** Returns true for a picture that was made of a file, or that a pull wrote as this file. */
function isMadeOf({ path, sourceSha256 }: Remote['graphics'][number], sha256: string): boolean {
  return sourceSha256 === sha256 || path.includes(sha256);
}

/** Returns the pictures of a kind in a language that the draft has. */
function storedPictures({ graphics }: Remote, { locale, kind }: Pick<PictureGroup, 'locale' | 'kind'>) {
  return graphics.filter((one) => one.isDraft && one.locale === locale && one.kind === kind);
}
