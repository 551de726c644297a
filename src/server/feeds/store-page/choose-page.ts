import { eq, exists, sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import type { Platform } from '#shared/packages/platform.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { listedApps } from '../../platform/db/tables/feeds.ts';
import { addressesOf } from '../../platform/store-addresses.ts';
import { readGeneration } from '../generations/generations.ts';
import { findListedApp, localizeApps, readListedApps } from '../public/listed-apps.ts';
import { readPublicApp } from '../public/public-app.ts';
import { cleanText } from '../public/stored.ts';
import { renderAppPage, renderUnknownApp } from './app-page.ts';
import type { PageParts, Store } from './layout.ts';
import { APPS_PER_PAGE, MAX_PAGE, renderList, renderNotReady } from './list-page.ts';
import { readListedSources } from './source-cards.ts';

const MAX_SEARCH = 100;

/** Versions in the history of an app's page. */
const VERSIONS_PER_PAGE = 20;

/** The parameters of a page's address. */
export interface PageQuery {
  readonly app: string | undefined;
  /** The cursor of older versions. */
  readonly after: string | undefined;
  readonly search: string;
  readonly category: string;
  readonly platform: Platform | undefined;
  readonly page: string | undefined;
}

interface PageRequest {
  readonly store: Store;
  /** The visitor's languages, the preferred one first. */
  readonly wanted: readonly string[];
  readonly query: PageQuery;
}

/** A page that was read, but not written yet. */
export interface ChosenPage {
  readonly status: 200 | 404 | 503;
  /** Writes the page in the language that applies when it is called. */
  readonly render: () => PageParts;
}

/** Reads what the page for a query shows. */
export async function choosePage(context: Context, request: PageRequest): Promise<ChosenPage> {
  return request.query.app === undefined ? chooseList(context, request) : chooseApp(context, request);
}

async function chooseApp({ db }: Context, { store, wanted, query }: PageRequest): Promise<ChosenPage> {
  const { app: applicationId = '', platform = 'android', after } = query;
  const isId = /^[\w.-]{1,255}$/.test(applicationId);
  const listed = isId ? await findListedApp(db, { platform, applicationId }) : null;
  const app =
    listed && (await readPublicApp(db, listed, { wanted, cursor: after, limit: VERSIONS_PER_PAGE }));
  const addresses = addressesOf(store.publicUrl);
  if (!app) {
    return {
      status: 404,
      render: () => ({
        ...ofStore(store),
        title: `${t`This app isn’t in the store`} – ${store.name}`,
        content: renderUnknownApp(store),
      }),
    };
  }
  const { featureGraphic, name, summary } = app;
  const picture = featureGraphic?.path ?? app.listed.icon;
  const sources = platform === 'ios' ? await readListedSources(db, app.listed.appId) : [];
  return {
    status: 200,
    render: () => ({
      title: `${name} – ${store.name}`,
      description: summary ?? t`${name} in ${store.name}`,
      content: renderAppPage({ ...store, sources }, app, after === undefined),
      address: addresses.page(app.listed),
      feed: addresses.appFeed(app.listed),
      image:
        picture === null
          ? ofStore(store).image
          : { url: addresses.file(picture), isWide: featureGraphic !== null, alt: name },
    }),
  };
}

async function chooseList({ db }: Context, { store, wanted, query }: PageRequest): Promise<ChosenPage> {
  const search = cleanText(query.search).trim().slice(0, MAX_SEARCH).toWellFormed();
  const category = store.categories.find(({ id }) => id === query.category)?.id ?? '';
  const platform = query.platform ?? '';
  const page = readPage(query.page);
  const filter = { search, languages: wanted, category, platform: query.platform };
  const [list, platforms] = await Promise.all([
    readListedApps(db, filter, { page, size: APPS_PER_PAGE }),
    readPlatforms(db),
  ]);
  if (list.total === 0 && (await readGeneration(db, 'fdroid')) === null) {
    return { status: 503, render: () => ({ ...ofStore(store), content: renderNotReady(store) }) };
  }
  const shown = await localizeApps(db, list.apps, wanted);
  const parts = { apps: shown, total: list.total, search, category, platform, page, platforms } as const;
  return { status: 200, render: () => ({ ...ofStore(store), content: renderList(store, parts) }) };
}

/** The parts of every page that isn't about one app. */
export function ofStore({ name, tagline, publicUrl, logo, sources }: Store): Omit<PageParts, 'content'> {
  const addresses = addressesOf(publicUrl);
  const about =
    sources.length > 0
      ? t`Apps from ${name}. Every version is inspected before it’s published.`
      : t`Android apps from ${name}, for F-Droid and similar clients.`;
  return {
    title: name,
    description: tagline === '' ? about : `${name}: ${tagline}`,
    address: addresses.store,
    feed: addresses.feed,
    image: { url: `${publicUrl}${logo}`, isWide: false, alt: name },
  };
}

/** Returns true for each platform of which the store lists an app. */
async function readPlatforms(db: Db): Promise<Record<Platform, boolean>> {
  const isOn = (platform: Platform) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(apps)
        .innerJoin(listedApps, eq(listedApps.appId, apps.id))
        .where(eq(apps.platform, platform)),
    );
  const { rows } = await db.execute<Record<Platform, boolean>>(
    sql`SELECT ${isOn('android')} AS android, ${isOn('ios')} AS ios`,
  );
  return rows[0] ?? { android: false, ios: false };
}

/** Any other value is the first page. */
function readPage(text = '1'): number {
  return /^[1-9]\d{0,2}$/.test(text) ? Math.min(Number(text), MAX_PAGE) : 1;
}
