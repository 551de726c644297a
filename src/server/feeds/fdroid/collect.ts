import { readDeclared } from '../../catalog/anti-features/queries.ts';
import { readPublicHtml } from '../../catalog/listings/html.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import type { AppProblem } from '../../platform/db/tables/feeds.ts';
import { plainHtml } from '../../platform/markdown/plain-html.ts';
import { antiFeaturesOf } from '../public/anti-features.ts';
import { readIconKey } from '../public/pictures.ts';
import {
  type ListingRows,
  type PublishedRow,
  readListingRows,
  readPublishedRows,
} from '../public/published-rows.ts';
import {
  checkDeclared,
  checkDetails,
  checkGraphic,
  checkReleaseNotes,
  checkTexts,
  checkVersion,
  cleanText,
  type DeclaredEntry,
} from '../public/stored.ts';
import type { PublishedApp, PublishedVersion } from './index.ts';
import type { PublicListing, PublicTexts } from './listing.ts';

/** The published part of an app, and the parts that the feed cannot show. */
export interface CollectedApp {
  readonly appId: string;
  readonly applicationId: string;
  /** Null when nothing can be shown. */
  readonly app: PublishedApp | null;
  readonly problems: readonly AppProblem[];
}

/** The published data of some apps. */
interface Collected {
  readonly apps: readonly CollectedApp[];
  /** True when a description is plain text because it is not rendered yet. */
  readonly lacksHtml: boolean;
}

/**
 * Reads the feed's data of some apps, without apps that have nothing published. Data that cannot be shown is
 * left out and reported as a problem, so one app never blocks the others.
 */
export async function collectPublished(db: Db | Tx, appIds: readonly string[]): Promise<Collected> {
  const rows = await readPublishedRows(db, appIds, 'android');
  const listings = await readListingRows(db, appIds);
  const html = await readPublicHtml(db, appIds);
  const declared = await readDeclared(db, appIds);
  const apps = [...Map.groupBy(rows, ({ app }) => app.id)].map(([appId, found]) =>
    describeSafely(found, {
      listing: listings.get(appId),
      html: html.get(appId) ?? NO_HTML,
      declared: declared.get(appId) ?? [],
    }),
  );
  const lacksHtml = apps.some(({ appId, app }) =>
    Object.entries(app?.listing?.texts ?? {}).some(
      ([locale, { description }]) => description.trim() !== '' && !html.get(appId)?.has(locale),
    ),
  );
  return { apps, lacksHtml };
}

function describeSafely(rows: readonly PublishedRow[], listed: Listed): CollectedApp {
  const { id: appId, applicationId } = (rows[0] as PublishedRow).app;
  const problems: AppProblem[] = [];
  const note: Note = (effect, reason) => problems.push({ effect, reason });
  try {
    return { appId, applicationId, app: describe(rows, listed, note), problems };
  } catch (error) {
    note('leftOut', `It can’t be described: ${(error as Error).message}`);
    return { appId, applicationId, app: null, problems };
  }
}

/** Records a problem of the current app. */
type Note = (effect: AppProblem['effect'], reason: string) => void;

const NO_HTML: ReadonlyMap<string, string> = new Map();

interface Listed {
  readonly listing: ListingRows | undefined;
  /** Descriptions as HTML, by locale. */
  readonly html: ReadonlyMap<string, string>;
  /** Stored rows of anti-features of the app. */
  readonly declared: readonly unknown[];
}

/** Returns an app with its displayable versions; null when there are none. */
function describe(rows: readonly PublishedRow[], listed: Listed, note: Note): PublishedApp | null {
  const [first] = rows;
  const declared = listed.declared.flatMap((row) => {
    const { value, reason } = checkDeclared(row);
    if (value === null) note('plain', `An anti-feature is omitted. ${reason}`);
    return value ?? [];
  });
  const versions = rows.flatMap((row) => describeVersion(row, declared, note) ?? []);
  if (!first || versions.length === 0) return null;
  const { app } = first;
  return {
    appId: app.id,
    applicationId: app.applicationId,
    name: cleanText(app.name),
    summary: app.summary && cleanText(app.summary),
    authorName: app.publicDeveloperName && cleanText(app.publicDeveloperName),
    versions,
    ...(listed.listing && { listing: describeListing(app.publicDetails, listed, note) }),
  };
}

function describeVersion(
  { version: row, release }: PublishedRow,
  declared: readonly DeclaredEntry[],
  note: Note,
): PublishedVersion | null {
  const { value, reason } = checkVersion(row);
  if (value === null) {
    note('leftOut', `Version ${row.versionCode ?? row.id} is omitted. ${reason}`);
    return null;
  }
  const notes = checkReleaseNotes(row.releaseNotes);
  if (notes.reason !== null)
    note('plain', `Version ${row.versionCode} has no release notes. ${notes.reason}`);
  const { signature, vulnerability, antiFeatureFindings, ...facts } = value;
  const icon = readIconKey(row.iconKey);
  return {
    ...facts,
    versionId: row.id,
    signers: signature.signers,
    releaseNotes: notes.value ?? {},
    antiFeatures: antiFeaturesOf({ vulnerability, antiFeatureFindings }, declared),
    ...(release && { isBeta: release.track === 'beta', percentage: release.percentage }),
    icon: icon && { ...icon, size: row.iconSize },
  };
}

function describeListing(stored: unknown, { listing, html }: Listed, note: Note): PublicListing {
  const details = checkDetails(stored);
  if (details.reason !== null) note('plain', `Its details are omitted. ${details.reason}`);
  const texts = (listing?.texts ?? []).flatMap(({ locale, publicTexts }): [string, PublicTexts][] => {
    const { value, reason } = checkTexts(locale, publicTexts);
    if (value === null) {
      note('plain', `Its texts in ${locale} are omitted. ${reason}`);
      return [];
    }
    return [[locale, { ...value, descriptionHtml: html.get(locale) ?? plainHtml(value.description) }]];
  });
  const graphics = (listing?.graphics ?? []).flatMap((row) => {
    const extension = row.key.split('.').at(-1);
    const { value, reason } = checkGraphic({ ...row, extension });
    if (value === null) note('plain', `An image in ${row.locale} is omitted. ${reason}`);
    return value ?? [];
  });
  return { details: details.value, texts: Object.fromEntries(texts), graphics };
}
