import { type GraphicKind, PICTURES, type PictureRecord } from '#shared/listings/field-records.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppProblem } from '../../platform/db/tables/feeds.ts';
import { DEFAULT_LOCALE } from '../public/pictures.ts';
import {
  type ListingRows,
  type PublishedRow,
  readListingRows,
  readPublishedRows,
} from '../public/published-rows.ts';
import { checkDetails, checkGraphic, checkReleaseNotes, checkTexts, cleanText } from '../public/stored.ts';
import type { SourceApp, SourceScreenshot, SourceVersion } from './source.ts';
import { checkIpa, hasUsableSize } from './stored.ts';

/** An app, and the parts of it that its source can't show. */
export interface CollectedSourceApp {
  readonly appId: string;
  readonly applicationId: string;
  /** Null when nothing can be shown. */
  readonly app: SourceApp | null;
  readonly problems: readonly AppProblem[];
}

/** Versions of an app in a source: the newest ones, because clients offer older ones only for older systems. */
const MAX_VERSIONS = 20;

/** Screenshots of an app for one device. */
const MAX_SCREENSHOTS = 20;

/**
 * Reads the sources' data of some apps. Data that can't be shown is left out and reported as a problem, so one app never
 * makes clients refuse the others. `logo` is shown for an app without an icon.
 */
export async function collectSourceApps(
  tx: Tx,
  appIds: readonly string[],
  logo: string | null,
): Promise<CollectedSourceApp[]> {
  // Sources have no channels, so betas stay out.
  const rows = (await readPublishedRows(tx, appIds, 'ios')).filter(
    ({ release }) => release?.track !== 'beta',
  );
  const listings = await readListingRows(tx, appIds);
  return [...Map.groupBy(rows, ({ app }) => app.id)].map(([appId, found]) => {
    const problems: AppProblem[] = [];
    const { applicationId } = (found[0] as PublishedRow).app;
    const note: Note = (effect, reason) => problems.push({ effect, reason });
    try {
      const app = describe(found, { listing: listings.get(appId), logo, note });
      return { appId, applicationId, app, problems };
    } catch (error) {
      note('leftOut', `It can’t be described: ${(error as Error).message}`);
      return { appId, applicationId, app: null, problems };
    }
  });
}

/** Records a problem of the current app. */
type Note = (effect: AppProblem['effect'], reason: string) => void;

interface Describing {
  readonly listing: ListingRows | undefined;
  readonly logo: string | null;
  readonly note: Note;
}

/** Returns an app with its displayable versions; null when there are none. */
function describe(rows: readonly PublishedRow[], { listing, logo, note }: Describing): SourceApp | null {
  const { app } = rows[0] as PublishedRow;
  const details = checkDetails(app.publicDetails);
  if (details.reason !== null) note('plain', `Its details are omitted. ${details.reason}`);
  const locale = details.value.defaultLocale;
  const described = rows.slice(0, MAX_VERSIONS).flatMap((row) => describeVersion(row, locale, note) ?? []);
  const shown = withoutDuplicates(described, note);
  if (shown.length === 0) return null;
  const pictures = describePictures(listing, locale, note);
  const icon = pictures.icon ?? rows.find(({ version }) => version.iconKey)?.version.iconKey ?? logo;
  if (icon === null) {
    note('leftOut', 'It has no icon. Add one to its listing.');
    return null;
  }
  const name = cleanText(app.name);
  return {
    appId: app.id,
    applicationId: app.applicationId,
    name,
    developerName: cleanText(app.publicDeveloperName ?? '') || name,
    summary: app.summary && cleanText(app.summary),
    description: describeText(listing, locale, note) || cleanText(app.summary ?? '') || name,
    icon,
    details: details.value,
    screenshots: pictures.screenshots,
    marketplaceId: app.marketplaceId,
    versions: shown,
  };
}

function describeVersion(
  { version: row, release }: PublishedRow,
  locale: string,
  note: Note,
): SourceVersion | null {
  const label = row.package?.versionName ?? row.id;
  const { value, reason } = checkIpa(row);
  if (value === null) {
    note('leftOut', `Version ${label} is omitted. ${reason}`);
    return null;
  }
  const notes = checkReleaseNotes(row.releaseNotes);
  if (notes.reason !== null) note('plain', `Version ${label} has no release notes. ${notes.reason}`);
  const facts = value.package;
  const percentage = release?.percentage ?? 100;
  return {
    versionId: row.id,
    versionName: facts.versionName,
    buildVersion: facts.buildVersion,
    publishedAt: value.publishedAt,
    size: value.size,
    sha256: value.sha256,
    minimumOs: facts.minimumOs,
    releaseNotes: inLocale(notes.value ?? {}, locale) ?? '',
    ...(percentage < 100 && { percentage }),
    entitlements: [...facts.entitlements, ...facts.extensionEntitlements],
    usageTexts: { ...facts.extensionUsageTexts, ...facts.usageTexts },
  };
}

/** Removes older versions with the same name and build as a newer one. */
function withoutDuplicates(shown: readonly SourceVersion[], note: Note): SourceVersion[] {
  const seen = new Set<string>();
  return shown.filter(({ versionName, buildVersion }) => {
    const key = JSON.stringify([versionName, buildVersion]);
    if (!seen.has(key)) return seen.add(key);
    note('leftOut', `One of two versions ${versionName} (${buildVersion}) is omitted.`);
    return false;
  });
}

function describeText(listing: ListingRows | undefined, locale: string, note: Note): string {
  const texts = (listing?.texts ?? []).flatMap(({ locale: language, publicTexts }): [string, string][] => {
    const { value, reason } = checkTexts(language, publicTexts);
    if (value === null) note('plain', `Its texts in ${language} are omitted. ${reason}`);
    return value === null || value.description.trim() === '' ? [] : [[language, value.description]];
  });
  return inLocale(Object.fromEntries(texts), locale) ?? '';
}

/** Prefers the app's own language, then English, then any: a source has one language. */
function inLocale(values: Readonly<Record<string, string>>, locale: string): string | undefined {
  return values[locale] ?? values[DEFAULT_LOCALE] ?? Object.values(values)[0];
}

/** Returns the device of pictures that a source has a place for. */
function deviceOf(kind: GraphicKind): PictureRecord['altstore'] {
  const record: PictureRecord = PICTURES[kind];
  return record.altstore;
}

function describePictures(
  listing: ListingRows | undefined,
  locale: string,
  note: Note,
): { icon: string | null; screenshots: SourceScreenshot[] } {
  const graphics = (listing?.graphics ?? []).flatMap((row) => {
    const { value, reason } = checkGraphic({ ...row, extension: row.key.split('.').at(-1) });
    const isUsable = value !== null && hasUsableSize(row);
    if (!isUsable) note('plain', `An image in ${row.locale} is omitted. ${reason ?? 'Its size is invalid.'}`);
    return isUsable ? [row] : [];
  });
  const icons = graphics.filter(({ kind }) => kind === 'icon');
  const icon = icons.find((one) => one.locale === locale) ?? icons[0];
  const ofLocale = graphics.filter((one) => one.locale === locale);
  const shots = ofLocale.some(({ kind }) => deviceOf(kind)) ? ofLocale : graphics;
  const screenshots = shots.flatMap(({ kind, key, width, height }): SourceScreenshot[] => {
    const device = deviceOf(kind);
    return device === undefined ? [] : [{ device, path: key, width, height }];
  });
  const byDevice = Map.groupBy(screenshots, ({ device }) => device);
  return {
    icon: icon?.key ?? null,
    screenshots: [...byDevice.values()].flatMap((ofDevice) => ofDevice.slice(0, MAX_SCREENSHOTS)),
  };
}
